"""Helpers as parts of what calls them: each is translated once and made machine code only where it is used.

By itself Numba optimises every helper together with all that it calls, and makes machine code of it, which
nobody runs. Here a `Part` waits as it was translated (optimised where it is small), and a `Whole`, which has
a signature and is kept, takes in all parts that it needs and optimises them once.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from llvmlite.binding import parse_assembly
from numba import types
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

__all__ = ["Helper", "Signed"]


_SMALL = 8  # what calls so few others is optimised by itself


class Part(JITCodeLibrary):
    """The code of one helper, which is not made machine code."""

    def finalize(self) -> None:
        """Optimise what is small, with what it calls: loops are best unrolled before they are taken in."""
        self._raise_if_finalized()
        self._finalized = True
        if len(_needs(self, {})) <= _SMALL:
            _link_parts(self._final_module, self)
            self._optimize_final_module()

    def own_module(self) -> Any:
        """The code of this helper, without what it calls unless it is small."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The code with what it calls, for functions that Numba compiles by itself."""
        module = self.own_module().clone()
        _link_parts(module, self)
        return module


class Whole(JITCodeLibrary):
    """The code of a function that is called from anywhere, with all of its parts."""

    def finalize(self) -> None:
        """Take in the parts, optimise all of it and make it machine code."""
        self._codegen._check_llvm_bugs()
        self._raise_if_finalized()
        _link_parts(self._final_module, self)
        _resolve_calls(self._final_module)
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()


def _link_parts(module: Any, library: JITCodeLibrary) -> None:
    """Take whatever a library needs into a module: callers first, since what nobody calls yet is left out."""
    for part in reversed(_needs(library, {})):
        library._reload_init.update(part._reload_init)
        code = part.own_module() if isinstance(part, Part) else part._get_module_for_linking()
        module.link_in(code, preserve=True)


def _resolve_calls(module: Any) -> None:
    """Let helpers that call each other in a circle find each other: Numba leaves such calls open."""
    for variable in module.global_variables:
        callee = variable.name.removeprefix(RuntimeLinker.PREFIX)
        if callee != variable.name:
            definition = f'@"{variable.name}" = linkonce_odr constant ptr @"{callee}"'
            module.link_in(parse_assembly(f'declare void @"{callee}"()\n{definition}'))


def _needs(library: JITCodeLibrary, ordered: dict[Any, None]) -> list[Any]:
    """The libraries that one needs by and by, each after all that it calls; only parts need more."""
    for needed in library._linking_libraries:
        if needed not in ordered:
            if isinstance(needed, Part):
                _needs(needed, ordered)
            ordered.setdefault(needed)
    return list(ordered)


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Translates a helper, and stops there."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Put the helper's code into a `Part`, under a key by which its callers know it."""
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        flags = state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        super().run_pass(state)
        lowered, key = state["cr"], object()
        state["cr"] = _LowerResult(lowered.fndesc, lowered.call_helper, cfunc=key, env=lowered.env)
        state.targetctx.insert_user_function(key, lowered.fndesc, [state.library])
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class WholeLowering(NativeLowering):
    """Translates a function and makes machine code of it and all of its parts."""

    _name = "whole_lowering"

    def run_pass(self, state: Any) -> bool:
        """Put the function's code into a `Whole`."""
        state.library = Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


def _compiler(lowering: type) -> type:
    """Numba's compiler with another last step."""

    class Compiler(CompilerBase):
        def define_pipelines(self) -> list[Any]:
            steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
            steps.passes = [(lowering if step is NativeLowering else step, why) for step, why in steps.passes]
            steps.finalize()
            return [steps]

    return Compiler


_PartCompiler, _WholeCompiler = _compiler(PartLowering), _compiler(WholeLowering)


class Helper(CPUDispatcher):
    """A function that becomes part of its callers; who calls it from Python has it compiled for that."""

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(py_func, locals or {}, targetoptions, pipeline_class=_PartCompiler)
        self._alone: Any = None

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How compiled code calls it: alike for all constants of a type, which are no types of their own."""
        values = {name: types.unliteral(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(types.unliteral(kind) for kind in args), values)

    def add_overload(self, cres: Any) -> None:
        """Remember what was translated for some types, for compiled callers only."""
        self.overloads[tuple(cres.signature.args)] = cres

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """What Python calls for these arguments from now on."""
        if self._alone is None:
            self._alone = CPUDispatcher(_twin(self.py_func), {}, self.targetoptions, _WholeCompiler)
        entry = self._alone._compile_for_args(*args, **kws)
        self._insert([self.typeof_pyval(value)._code for value in args], entry, False)
        return entry


def _twin(function: Any) -> Any:
    """The same function as another object: Numba takes what it meets within itself for a recursion."""
    return FunctionType(
        function.__code__, function.__globals__, function.__name__, None, function.__closure__
    )


class Signed(CPUDispatcher):
    """A function of one signature that is called from anywhere."""

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(py_func, locals or {}, targetoptions, pipeline_class=_WholeCompiler)
        self.prepare: Callable[[], None] = lambda: None  # compiles it, once it is needed

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How compiled code calls it."""
        self.prepare()
        return super().get_call_template(args, kws)

    def get_compile_result(self, sig: Any) -> Any:
        """What it was compiled to."""
        self.prepare()
        return super().get_compile_result(sig)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """What Python calls: the one that there is, if these arguments fit."""
        self.prepare()
        (result,) = self.overloads.values()
        for value, kind in zip(args, result.signature.args, strict=True):
            if self.typingctx.can_convert(self.typeof_pyval(value), kind) is None:
                raise TypeError(f"No matching definition of {self.py_func.__name__}: {value!r} is no {kind}")
        return result.entry_point

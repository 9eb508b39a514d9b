"""What a study cites."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Source"]


@dataclass(frozen=True)
class Source:
    """A thesis, report or paper; what it does not say of itself stays empty."""

    key: str
    kind: str  # of BibTeX: mastersthesis, techreport, misc
    author: str
    title: str
    year: str = ""
    school: str = ""
    note: str = ""

    def __str__(self) -> str:
        place = ", ".join(filter(None, (self.school, self.year)))
        return f"{self.author}: {self.title}" + (f" ({place})" if place else "")

    def bibtex(self) -> str:
        """The entry of a bibliography."""
        institution = "institution" if self.kind == "techreport" else "school"
        place = institution if self.kind != "misc" else "howpublished"
        fields = {
            "author": self.author,
            "title": self.title,
            place: self.school,
            "year": self.year,
            "note": self.note,
        }
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
        return "\n".join([f"@{self.kind}{{{self.key},", *lines, "}\n"])

"""A fuzzer: whatever Parlour reads, damaged in every way, is accepted or refused in one line."""

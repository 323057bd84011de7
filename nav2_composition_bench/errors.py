# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Errors that are the user's to mend, as opposed to bugs."""


class UserError(Exception):
    """Bad input or a missing precondition.

    Its text is one line that says what is wrong, where, and what would be right. The command
    line prints it without a traceback and exits with status 2; any other exception is a bug and
    keeps its traceback.
    """

# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""`./dev bench`: this library beside others, in the same measuring loops and in the same run.

peers.py says how each library's program is built and started, rows.py what is measured and what is aimed at, samples.py
collects the figures, judge.py compares them, and table.py and plot.py show the result.
"""

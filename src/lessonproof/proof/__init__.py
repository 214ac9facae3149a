"""Run what pages say and compare."""

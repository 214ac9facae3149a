"""Proof of the proof: plant lies in copies of the pages, count how many are noticed."""

#!/usr/bin/env bash
for item in "$@"; do printf '%s\0' "$item"; done

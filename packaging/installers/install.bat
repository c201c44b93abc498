@echo off
rem Starts install.ps1 beside it, which says what it does.
powershell -NoProfile -ExecutionPolicy Bypass -File "%~dp0install.ps1" %*

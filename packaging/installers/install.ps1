# Installs Lexdesk from this folder on Windows, without a network. install.bat calls it.
#
#   install.bat                      into %LOCALAPPDATA%\Programs\Lexdesk
#   install.bat -Folder D:\Lexdesk
#   install.bat -Rollback            back to the version before, which an update leaves beside it
#   install.bat -Remove
#
# Needs the Python that PLATFORM names, from python.org; pip comes along. Libraries stay where they are.
param([string]$Folder = "$env:LOCALAPPDATA\Programs\Lexdesk", [switch]$Remove, [switch]$Rollback)
$ErrorActionPreference = "Stop"
trap { # one sentence, not PowerShell's place in this file
    [Console]::Error.WriteLine("install.bat: $($_.Exception.Message)")
    exit 1
}
# As seen from where this was called; the bundle's own folder is gone to next.
$Folder = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Folder).TrimEnd("\")
Set-Location $PSScriptRoot
$shortcut = Join-Path ([Environment]::GetFolderPath("Programs")) "Lexdesk.lnk"

# The mark of a version is made first, filled last, and empty again before removal.
function Test-Ours([string]$place) { Test-Path -LiteralPath "$place\lexdesk-bundle" }
function Test-Whole([string]$place) { (Test-Ours $place) -and (Get-Content -LiteralPath "$place\lexdesk-bundle") }

# Removes a version; the mark goes last, so that one half removed is still known as ours.
function Remove-Version([string]$place) {
    Set-Content -LiteralPath "$place\lexdesk-bundle" ""
    Get-ChildItem -LiteralPath $place -Force | Where-Object Name -ne "lexdesk-bundle" |
        Remove-Item -Recurse -Force
    Remove-Item -LiteralPath $place -Recurse -Force
}

# A junction needs no administrator, and removing it leaves what it leads to.
function Remove-Junction {
    if (Test-Path -LiteralPath $Folder) { [IO.Directory]::Delete($Folder) }
}

function Set-Junction([string]$place) {
    Remove-Junction
    New-Item -ItemType Junction -Path $Folder -Target $place | Out-Null
}

# Two places take turns, FOLDER-a and FOLDER-b; FOLDER is a junction to the one in use.
$found = Get-Item -LiteralPath $Folder -Force -ErrorAction SilentlyContinue
if ($found -and $found.LinkType -ne "Junction") {
    throw "$Folder is there already, and no junction as this version makes; remove it, or name another with -Folder"
}
$current = if ($found) { @($found.Target)[0] } else { "" }
$other = if ($current -like "*-a") { "$Folder-b" } else { "$Folder-a" }

if ($Remove) {
    if (-not ((Test-Ours "$Folder-a") -or (Test-Ours "$Folder-b"))) {
        throw "$Folder holds no Lexdesk; name its folder with -Folder"
    }
    Remove-Junction
    foreach ($place in "$Folder-a", "$Folder-b") { if (Test-Ours $place) { Remove-Version $place } }
    if (Test-Path $shortcut) { Remove-Item $shortcut }
    Write-Output "removed $Folder; left: libraries where their owners put them, and %LOCALAPPDATA%\lexdesk"
    exit 0
}

if ($Rollback) {
    if (-not ($current -and (Test-Whole $other))) {
        throw "$Folder has no version before this one"
    }
    Set-Junction $other
    Write-Output "$Folder is $(& "$Folder\Scripts\lexdesk.exe" --version) again"
    exit 0
}

# The same bytes that were built.
foreach ($line in Get-Content SHA256SUMS -Encoding UTF8) {
    $wanted, $name = $line -split "  ", 2
    if (-not (Test-Path -LiteralPath $name -PathType Leaf)) {
        throw "$name is missing: take a new copy of this folder from where it came"
    }
    if ((Get-FileHash -Algorithm SHA256 -LiteralPath $name).Hash -ne $wanted) {
        throw "$name is damaged: take a new copy of this folder from where it came"
    }
}

$platform, $flavour, $needed = (Get-Content PLATFORM) -split " "
if (-not $platform.StartsWith("windows-")) { throw "this bundle is for $platform, not for Windows" }
$version = $platform -replace ".*-cp3", "3."
if (-not (Get-Command py -ErrorAction SilentlyContinue)) {
    throw "needs Python $version from python.org, with its launcher py"
}
& py "-$version" -c "import venv"
if ($LASTEXITCODE -ne 0) { throw "needs Python $version from python.org" }
if ($Folder.StartsWith("\\")) { throw "$Folder is a network place; name a folder on a drive with -Folder" }
$free = [IO.DriveInfo]::new([IO.Path]::GetPathRoot($Folder)).AvailableFreeSpace / 1MB
if ($free -lt [int]$needed) {
    throw "$Folder has $([int]$free) MB free and Lexdesk needs $needed; free some, or name another with -Folder"
}

# The new program is made beside the old one, which works until the junction is changed.
if (Test-Path -LiteralPath $other) {
    if (-not (Test-Ours $other)) { throw "$other is there already, and not ours; name another with -Folder" }
    Remove-Version $other
}
New-Item -ItemType Directory -Path $other | Out-Null
Set-Content -LiteralPath "$other\lexdesk-bundle" "" # from here on it is ours, also where this is stopped
& py "-$version" -m venv --without-pip $other
$pip = (Get-ChildItem wheels\pip-*.whl).FullName
# --no-deps, because requirements.txt is complete, and names onnxruntime where there is no GPU.
& "$other\Scripts\python.exe" "$pip\pip" --disable-pip-version-check install --quiet --no-deps --no-index `
    --require-hashes --find-links wheels --requirement requirements.txt
if ($LASTEXITCODE -ne 0) { throw "pip could not install; nothing but $other was changed" }
& "$other\Scripts\lexdesk.exe" --version | Out-Null
if ($LASTEXITCODE -ne 0) { throw "the new program does not start; nothing but $other was changed" }
Set-Content -LiteralPath "$other\lexdesk-bundle" "$platform $flavour"
Set-Junction $other

$link = (New-Object -ComObject WScript.Shell).CreateShortcut($shortcut)
$link.TargetPath = "$Folder\Scripts\lexdesk-gui.exe"
$link.Save()
Write-Output "Installed in $Folder. Try: $Folder\Scripts\lexdesk.exe demo"

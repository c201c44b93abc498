# Installs Lexdesk from this folder on Windows, without a network. install.bat calls it.
#
#   install.bat                      into %LOCALAPPDATA%\Programs\Lexdesk
#   install.bat -Folder D:\Lexdesk
#   install.bat -Remove
#
# Needs the Python that PLATFORM names, from python.org; pip comes along. Libraries stay where they are.
param([string]$Folder = "$env:LOCALAPPDATA\Programs\Lexdesk", [switch]$Remove)
$ErrorActionPreference = "Stop"
# As seen from where this was called; the bundle's own folder is gone to next.
$Folder = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Folder)
Set-Location $PSScriptRoot
$link = Join-Path ([Environment]::GetFolderPath("Programs")) "Lexdesk.lnk"

if ($Remove) {
    if (Test-Path "$Folder\lexdesk-bundle") { Remove-Item -Recurse -Force $Folder }
    if (Test-Path $link) { Remove-Item $link }
    Write-Output "removed $Folder; libraries were left"
    exit 0
}

# The same bytes that were built.
foreach ($line in Get-Content SHA256SUMS) {
    $wanted, $name = $line -split "  ", 2
    if ((Get-FileHash -Algorithm SHA256 -LiteralPath $name).Hash -ne $wanted) {
        throw "$name is damaged: take a new copy of this folder from where it came"
    }
}

$platform, $flavour, $needed = (Get-Content PLATFORM) -split " "
if (-not $platform.StartsWith("windows-")) { throw "this bundle is for $platform, not for Windows" }
$version = $platform -replace ".*-cp3", "3."
& py "-$version" -c "import venv"
if ($LASTEXITCODE -ne 0) { throw "needs Python $version from python.org" }

if ((Test-Path $Folder) -and -not (Test-Path "$Folder\lexdesk-bundle")) {
    throw "$Folder is there already, and not ours; name another with -Folder"
}
if (Test-Path $Folder) { Remove-Item -Recurse -Force $Folder }
& py "-$version" -m venv --without-pip $Folder
Set-Content "$Folder\lexdesk-bundle" "$platform $flavour"
$pip = (Get-ChildItem wheels\pip-*.whl).FullName
# --no-deps, because requirements.txt is complete, and names onnxruntime where there is no GPU.
& "$Folder\Scripts\python.exe" "$pip\pip" --disable-pip-version-check install --quiet --no-deps --no-index `
    --require-hashes --find-links wheels --requirement requirements.txt
if ($LASTEXITCODE -ne 0) { throw "pip could not install; nothing but $Folder was changed" }

$shortcut = (New-Object -ComObject WScript.Shell).CreateShortcut($link)
$shortcut.TargetPath = "$Folder\Scripts\lexdesk-gui.exe"
$shortcut.Save()
Write-Output "Installed in $Folder. Try: $Folder\Scripts\lexdesk.exe demo"

#!/bin/sh
# Makes Lexdesk.dmg out of ../../dist/lexdesk-desktop, on macOS. Not tried.
set -eu
cd "$(dirname "$0")"
from=../../dist/lexdesk-desktop
app=Lexdesk.app/Contents
rm -rf Lexdesk.app Lexdesk.dmg
mkdir -p "$app/MacOS" "$app/Resources"
cp -R "$from/." "$app/MacOS/"
cat >"$app/Info.plist" <<PLIST
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
  <key>CFBundleName</key><string>Lexdesk</string>
  <key>CFBundleIdentifier</key><string>org.lexdesk.Lexdesk</string>
  <key>CFBundleExecutable</key><string>lexdesk-gui</string>
  <key>CFBundlePackageType</key><string>APPL</string>
  <key>NSHighResolutionCapable</key><true/>
</dict></plist>
PLIST
# With a certificate: codesign --deep --options runtime --sign NAME Lexdesk.app, then notarytool.
codesign --force --deep --sign - Lexdesk.app
hdiutil create -volname Lexdesk -srcfolder Lexdesk.app -format UDZO Lexdesk.dmg

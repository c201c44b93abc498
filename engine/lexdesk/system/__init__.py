"""The machine below a library: files, locks, processes, processor cores, installed extras.

atomic          files replaced whole or not at all
paths           paths as stored and as found on disk, and the longest one that Windows finds
library_files   the names of files in a library folder; regular_files: opened without following links, hashed;
                lock: one writer at a time; read_only: libraries on read-only media
json_values     JSON decoded into typed records by msgspec; toml_values: TOML in linear time
rotating_file   a file of lines that several programs append to; log_file: the log of all programs
file_claim      file locks, also on a disk without them
network_places  shares that a library names, and that a person named; the file system of a folder
machine_key     the secret for signing files of this machine, and private files of the user
verified_files  files compared with a hash, remembered until they change
ipc             messages between processes
memory_shortage errors for a lack of memory; native_memory: its return after much work
cores           the processors available, and the time of processes on them; parallel_call: two calls on two of them
extras          optional packages; bundled: the law included; shared_settings: those of the window for all users
native_runtime  Microsoft's C++ runtime on Windows
progress        progress of long work, and shares in percent
"""

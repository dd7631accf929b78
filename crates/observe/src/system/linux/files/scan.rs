//! A look at the open files and mappings of a process.

use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use feedrate_machine::DeviceNumber;
use feedrate_machine::proc::folder::{numbers_in, read_in};
use feedrate_machine::proc::{Descriptor, Mapping, without_deleted};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat, openat, readlinkat, statat};
use rustix::io::Errno;

use super::Files;
use super::descriptions::Reading;
use super::file;
use super::handle::Handle;
use crate::system::linux::process::Process;

/// The most open files of a process that are looked at.
const MOST_HANDLES: usize = 4096;

/// The mappings of a process are looked at once in so many looks.
const MAPPINGS_EVERY: u64 = 20;

/// Where the kernel shows itself as files.
const PSEUDO: [&[u8]; 3] = [b"/proc/", b"/sys/", b"/memfd:"];

impl Files {
    /// Looks at the open files of a process, and at times at its mappings.
    pub(crate) fn look(&mut self, process: &mut Process, seconds: f64, buffer: &mut Vec<u8>) {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let folder = match openat(&process.folder, "fd", flags, Mode::empty()) {
            Ok(folder) => folder,
            Err(Errno::ACCESS | Errno::PERM) => {
                self.others.is_hidden = true;
                return;
            }
            // It is gone.
            Err(_) => return,
        };
        let mut numbers = numbers_in(&folder, ".");
        numbers.truncate(MOST_HANDLES);
        numbers.sort_unstable();
        for &number in &numbers {
            self.look_at_handle(process, &folder, number, seconds, buffer);
        }
        process
            .handles
            .retain(|number, _| numbers.binary_search(number).is_ok());
        // Not at once: programs are being loaded then.
        if process.scans % MAPPINGS_EVERY == 1 {
            self.look_at_mappings(process, seconds, buffer);
        }
        process.scans += 1;
    }

    fn look_at_handle(
        &mut self,
        process: &mut Process,
        folder: &OwnedFd,
        number: u32,
        seconds: f64,
        buffer: &mut Vec<u8>,
    ) {
        let name = number.to_string();
        let Ok(link) = readlinkat(folder, &name, std::mem::take(buffer)) else {
            process.handles.remove(&number);
            return;
        };
        let is_known = process
            .handles
            .get(&number)
            .is_some_and(|handle| handle.link == link.as_bytes());
        if !is_known {
            let file = self.identify(process.id, folder, &name, link.as_bytes(), seconds);
            let handle = Handle {
                link: link.as_bytes().to_vec(),
                description: None,
                file,
            };
            let before = process.handles.insert(number, handle);
            // The same file under another name, such as without one.
            if let Some(before) = before.filter(|before| file.is_some() && before.file == file)
                && let Some(handle) = process.handles.get_mut(&number)
            {
                handle.description = before.description;
            }
        }
        *buffer = link.into_bytes();
        let Some(handle) = process.handles.get_mut(&number) else {
            return;
        };
        let Some(place) = handle.file else {
            return;
        };
        let known = handle.description;
        if known.is_some_and(|id| self.descriptions.is_read(id)) {
            return;
        }
        let is_read = read_in(&process.folder, format!("fdinfo/{name}"), buffer).is_ok();
        let Some(info) = Descriptor::parse(buffer).filter(|_| is_read) else {
            return;
        };
        let reading = Reading {
            holder: (process.id, number),
            place,
            flags: info.flags,
            position: info.position,
        };
        let id = known.unwrap_or_else(|| self.descriptions.find(reading));
        handle.description = Some(id);
        let Some(before) = self.descriptions.read(id, reading) else {
            return;
        };
        if let Some(file) = self.seen.get_mut(place) {
            file.last_seen_seconds = seconds;
            file.note_flags(info.flags);
            if self.is_size_turn
                && let Ok(stat) = statat(folder, &name, AtFlags::empty())
            {
                file.note_size(size(&stat));
            }
        }
        self.note_movement(place, info.flags, before, info.position);
    }

    /// Returns the place of the file behind a handle that was not seen before, if it is a regular file.
    fn identify(&mut self, process: u32, folder: &OwnedFd, name: &str, link: &[u8], seconds: f64) -> Option<usize> {
        self.others.has_pipes |= link.starts_with(b"pipe:") || link.starts_with(b"socket:");
        self.others.has_rings |= link == b"anon_inode:[io_uring]";
        if !link.starts_with(b"/") || PSEUDO.iter().any(|pseudo| link.starts_with(pseudo)) {
            return None;
        }
        let stat = statat(folder, name, AtFlags::empty()).ok()?;
        let kind = FileType::from_raw_mode(stat.st_mode);
        self.others.has_devices |= kind == FileType::BlockDevice;
        if kind != FileType::RegularFile {
            return None;
        }
        let (path, _) = match stat.st_nlink {
            0 => without_deleted(link),
            _ => (link, false),
        };
        let key = (DeviceNumber::from_raw(stat.st_dev), stat.st_ino);
        let listed = self.seen.len();
        let place = self.place(path, key, seconds)?;
        let file = self.seen.get_mut(place)?;
        file.is_deleted |= stat.st_nlink == 0;
        file.note_size(size(&stat));
        if place == listed {
            self.count_pages(place, &PathBuf::from(format!("/proc/{process}/fd/{name}")));
        }
        Some(place)
    }

    fn look_at_mappings(&mut self, process: &mut Process, seconds: f64, buffer: &mut Vec<u8>) {
        if read_in(&process.folder, "maps", buffer).is_err() {
            return;
        }
        let mappings: Vec<Mapping<'_>> = buffer.split(|byte| *byte == b'\n').filter_map(Mapping::parse).collect();
        let identity = |mapping: &Mapping<'_>| (mapping.device.0, mapping.device.1, mapping.inode);
        // Programs and libraries, with their data.
        for mapping in mappings.iter().filter(|mapping| mapping.is_code) {
            if process.mappings.insert(identity(mapping)) {
                let device = DeviceNumber::new(mapping.device.0, mapping.device.1);
                let place = self.index.get(&(device, mapping.inode));
                if let Some(file) = place.and_then(|place| self.seen.get_mut(*place)) {
                    file.is_code = true;
                }
            }
        }
        for mapping in &mappings {
            if process.mappings.insert(identity(mapping)) {
                self.note_mapping(mapping, seconds);
            }
        }
    }

    fn note_mapping(&mut self, mapping: &Mapping<'_>, seconds: f64) {
        let shared_memory: [&[u8]; 3] = [b"/memfd:", b"/SYSV", b"/dev/zero"];
        if shared_memory.iter().any(|name| mapping.path.starts_with(name)) {
            return;
        }
        let path = Path::new(std::ffi::OsStr::from_bytes(mapping.path));
        let found = file::metadata(path).filter(|found| found.ino() == mapping.inode);
        let (path, is_deleted) = match found {
            Some(_) => (mapping.path, false),
            None => without_deleted(mapping.path),
        };
        // Some file systems, such as btrfs, show another device there than `stat` does.
        let (major, minor) = mapping.device;
        let device = found.as_ref().map_or(DeviceNumber::new(major, minor), |found| {
            DeviceNumber::from_raw(found.dev())
        });
        if found.as_ref().is_some_and(|found| !found.is_file()) {
            return;
        }
        let Some(place) = self.place(path, (device, mapping.inode), seconds) else {
            return;
        };
        if let Some(file) = self.seen.get_mut(place) {
            file.is_mapped = true;
            file.is_deleted |= is_deleted;
            file.last_seen_seconds = seconds;
            if let Some(found) = found {
                file.note_size(found.len());
            }
        }
    }
}

fn size(stat: &Stat) -> u64 {
    u64::try_from(stat.st_size).unwrap_or_default()
}

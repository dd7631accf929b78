//! The deeds of a program to the files of a disk, call by call, as strace tells them.

use std::collections::HashMap;
use std::path::Path;

use crate::attack::data::disk::FOLDERS;
use crate::attack::trace::call::{Call, first_path, leading_number, mode_of};

/// The calls that are recorded: all that change files, among them some that cannot be replayed.
pub const CALLS: &str = "openat,open,creat,fchmod,write,writev,pwrite64,pwritev,pwritev2,ftruncate,truncate,\
    fallocate,fsync,fdatasync,sync_file_range,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,\
    copy_file_range,sendfile,splice";

/// The options by which strace writes them: every text in hexadecimal and whole.
pub const OPTIONS: [&str; 5] = ["-xx", "-s", "100000000", "-e", "abbrev=none"];

/// Something that was done. Files are known by their names in the disk, as they are at that moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A file was made with these permissions, or emptied if it was there.
    Make(String, u32),
    /// A file has got these permissions.
    Mode(String, u32),
    /// Bytes were written.
    Write { name: String, at: u64, bytes: Vec<u8> },
    /// A file was cut, or made longer with zeros.
    Cut(String, u64),
    /// A file has reached the device.
    Flush(String),
    /// The names in a folder have reached the device.
    FlushFolder(String),
    /// A file has another name.
    Rename(String, String),
    /// A name is gone.
    Remove(String),
}

/// A deed, and between which lines of the trace it was done: it may have been done in part from the first on.
#[derive(Clone, Debug)]
pub struct TimedDeed {
    /// The deed.
    pub deed: Deed,
    /// The line with which it began.
    pub from: usize,
    /// The line with which it was over.
    pub to: usize,
}

/// All deeds of a trace to files within `root`, in the order in which they began.
pub fn read(trace: &str, root: &Path) -> Result<Vec<TimedDeed>, String> {
    let mut reader = Reader {
        root: format!("{}/", root.to_str().ok_or("a folder whose name is no text")?),
        places: HashMap::new(),
        done: Vec::new(),
    };
    let mut begun: HashMap<&str, (usize, &str)> = HashMap::new();
    for (number, line) in trace.lines().enumerate() {
        let Some((thread, rest)) = line.split_once(' ') else {
            continue;
        };
        if let Some(first) = line.strip_suffix(" <unfinished ...>") {
            begun.insert(thread, (number, first));
        } else if rest.trim_start().starts_with("<... ") {
            let joined = begun.remove(thread).zip(rest.split_once(" resumed>"));
            if let Some(((from, first), (_, second))) = joined {
                reader.take(&format!("{first}{second}"), from, number)?;
            }
        } else {
            reader.take(line, number, number)?;
        }
    }
    let mut done = reader.done;
    done.sort_by_key(|done| done.from);
    Ok(done)
}

struct Reader {
    root: String,
    /// Where in its file each descriptor writes next, where it is not told.
    places: HashMap<u64, u64>,
    done: Vec<TimedDeed>,
}

impl Reader {
    fn take(&mut self, line: &str, from: usize, to: usize) -> Result<(), String> {
        let Some(call) = Call::of(line)? else {
            return Ok(());
        };
        let begins_at = self.advance(&call);
        if let Some(deed) = self.deed(&call, begins_at)? {
            self.done.push(TimedDeed { deed, from, to });
        }
        Ok(())
    }

    /// Returns where in its file the descriptor of a call stands, and moves it on.
    fn advance(&mut self, call: &Call<'_>) -> u64 {
        let place = leading_number(call.arguments);
        let begins_at = place.and_then(|it| self.places.get(&it)).copied();
        let begins_at = begins_at.unwrap_or(0);
        match (call.name, place) {
            ("openat" | "open" | "creat", _) => {
                self.places.insert(call.result, 0);
            }
            ("write" | "writev", Some(place)) => {
                self.places.insert(place, begins_at + call.result);
            }
            _ => {}
        }
        begins_at
    }

    /// Returns the deed of a call to files of the disk, if it is one.
    fn deed(&self, call: &Call<'_>, begins_at: u64) -> Result<Option<Deed>, String> {
        let file = || first_path(call.arguments).and_then(|path| self.name(&path));
        let named = |index: usize| call.texts.get(index).and_then(|text| self.name(text));
        Ok(match call.name {
            "openat" | "open" | "creat" => match named(0) {
                Some(name) => opened(name, call)?,
                None => None,
            },
            "fchmod" => file().map(|name| Deed::Mode(name, mode_of(call.arguments))),
            "pwrite64" | "pwritev" | "pwritev2" => match file() {
                Some(name) => Some(write_of(call, name, call.place()?)),
                None => None,
            },
            "write" | "writev" => file().map(|name| write_of(call, name, begins_at)),
            "ftruncate" => match file() {
                Some(name) => {
                    let length = call.arguments.rsplit_once(", ");
                    let length = length.and_then(|(_, it)| leading_number(it));
                    Some(Deed::Cut(name, length.ok_or("no length in ftruncate")?))
                }
                None => None,
            },
            "fsync" | "fdatasync" => {
                let folder = first_path(call.arguments).and_then(|path| self.folder(&path));
                folder.map(Deed::FlushFolder).or_else(|| file().map(Deed::Flush))
            }
            "rename" | "renameat" | "renameat2" => match (named(0), named(1)) {
                (Some(before), Some(after)) => Some(Deed::Rename(before, after)),
                (None, None) => None,
                _ => {
                    let name = call.name;
                    return Err(format!("{name} from or to another folder is not replayed"));
                }
            },
            "unlink" | "unlinkat" => named(0).map(Deed::Remove),
            "fallocate" => {
                // Space without a change of what can be read is no deed; all else is not replayed.
                if file().is_some() && !tail_of(call.arguments).contains("KEEP_SIZE") {
                    return Err("fallocate that makes a file longer is not replayed".into());
                }
                None
            }
            "sync_file_range" => None,
            name if line_names(&call.texts, call.arguments, &self.root) => {
                return Err(format!("{name} is not replayed"));
            }
            _ => None,
        })
    }

    /// The name in the disk of a file at a path, if it is one in a folder of it.
    fn name(&self, path: &[u8]) -> Option<String> {
        let name = std::str::from_utf8(path).ok()?.strip_prefix(&self.root)?;
        let (folder, file) = name.split_once('/')?;
        let is_one = FOLDERS.contains(&folder) && !file.is_empty() && !file.contains('/');
        is_one.then(|| name.to_owned())
    }

    /// The folder of the disk that a path is.
    fn folder(&self, path: &[u8]) -> Option<String> {
        let name = std::str::from_utf8(path).ok()?.strip_prefix(&self.root)?;
        FOLDERS.contains(&name).then(|| name.to_owned())
    }
}

/// Returns the write of a call's bytes to a file.
fn write_of(call: &Call<'_>, name: String, at: u64) -> Deed {
    let mut bytes = call.texts.concat();
    bytes.truncate(call.result as usize);
    Deed::Write { name, at, bytes }
}

/// Returns the deed of the opening of a file of the disk, if it is one.
fn opened(name: String, call: &Call<'_>) -> Result<Option<Deed>, String> {
    let flags = call.tail();
    if flags.contains("O_APPEND") {
        return Err("a file is opened with O_APPEND, which is not replayed".into());
    }
    if call.name == "creat" || flags.contains("O_EXCL") || flags.contains("O_TRUNC") {
        return Ok(Some(Deed::Make(name, mode_of(flags))));
    }
    match flags.contains("O_CREAT") {
        true => Err(format!("{name} is made if it is not there, which is not replayed")),
        false => Ok(None),
    }
}

fn tail_of(arguments: &str) -> &str {
    arguments.split_once(", ").map_or("", |(_, rest)| rest)
}

fn line_names(texts: &[Vec<u8>], arguments: &str, root: &str) -> bool {
    let is_in = |path: &Vec<u8>| path.starts_with(root.as_bytes());
    texts.iter().any(is_in) || first_path(arguments).as_ref().is_some_and(is_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> String {
        text.bytes().map(|byte| format!("\\x{byte:02x}")).collect()
    }

    #[test]
    fn deeds_are_read_with_their_bytes_and_places() {
        let (file, folder) = (hex("/r/d/a"), hex("/r/d"));
        let (other, data) = (hex("/r/d/b"), hex("abc"));
        let trace = format!(
            "7  openat(AT_FDCWD<{folder}>, \"{file}\", O_WRONLY|O_CREAT|O_EXCL, 01666) = 3<{file}>\n\
             7  pwrite64(3<{file}>, \"{data}\", 3, 4096) = 3\n\
             8  pwritev(3<{file}>, [{{iov_base=\"{data}\", iov_len=3}}, {{iov_base=\"{data}\", iov_len=3}}], \
             2, 6 <unfinished ...>\n\
             7  write(3<{file}>, \"{data}\", 3) = 2\n\
             8  <... pwritev resumed>) = 6\n\
             7  write(1</dev/null>, \"{data}\", 3) = 3\n\
             7  ftruncate(3<{file}>, 10) = 0\n\
             7  fdatasync(3<{file}>) = 0\n\
             7  fchmod(3<{file}>, 0644) = 0\n\
             7  rename(\"{file}\", \"{other}\") = 0\n\
             7  fsync(4<{folder}>) = 0\n\
             7  unlink(\"{other}\") = -1 EIO (Input/output error)\n\
             7  exit_group(0) = ?\n"
        );
        let done = read(&trace, Path::new("/r")).unwrap();
        let write = |at, bytes: &str| Deed::Write {
            name: "d/a".into(),
            at,
            bytes: bytes.into(),
        };
        let deeds: Vec<_> = done.iter().map(|done| done.deed.clone()).collect();
        assert_eq!(
            deeds,
            [
                Deed::Make("d/a".into(), 0o1666),
                write(4096, "abc"),
                write(6, "abcabc"),
                write(0, "ab"),
                Deed::Cut("d/a".into(), 10),
                Deed::Flush("d/a".into()),
                Deed::Mode("d/a".into(), 0o644),
                Deed::Rename("d/a".into(), "d/b".into()),
                Deed::FlushFolder("d".into()),
            ]
        );
        assert_eq!((done[2].from, done[2].to), (2, 4));
    }
}

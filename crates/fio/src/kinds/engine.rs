//! The engines that jobs name, each with a row of one table.

use crate::system::{ASYNCHRONOUS, ASYNCHRONOUS_HELP, HAS_WINDOWSAIO, URING_HELP};

/// The engine that the job names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// `sync`
    Sync,
    /// `psync`
    Psync,
    /// `vsync`
    Vsync,
    /// `pvsync`
    Pvsync,
    /// `pvsync2`
    Pvsync2,
    /// `libaio`
    Libaio,
    /// `posixaio`
    Posixaio,
    /// `io_uring`
    IoUring,
    /// `windowsaio`
    Windowsaio,
    /// `mmap`
    Mmap,
    /// `falloc`
    Falloc,
    /// `ftruncate`
    Ftruncate,
    /// `filecreate`
    Filecreate,
    /// `filestat`
    Filestat,
    /// `filedelete`
    Filedelete,
    /// `dircreate`
    Dircreate,
    /// `dirstat`
    Dirstat,
    /// `dirdelete`
    Dirdelete,
    /// `cpuio`
    Cpuio,
    /// `null`
    Null,
}

/// The work of an engine for each block or file. The help lists engines in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Work {
    /// It reads or writes the bytes of blocks.
    Bytes,
    /// It counts blocks.
    Nothing,
    /// It reserves or cuts the space of a block.
    Space,
    /// It makes calls about files and folders by their names, in place of opening them.
    Names,
    /// It computes.
    Computing,
}

/// The row of an engine.
struct Entry {
    engine: Engine,
    name: &'static str,
    aliases: &'static [&'static str],
    work: Work,
    help: &'static str,
}

const fn entry(engine: Engine, name: &'static str, work: Work, help: &'static str) -> Entry {
    Entry {
        engine,
        name,
        aliases: &[],
        work,
        help,
    }
}

impl Entry {
    const fn also(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }
}

/// The help of the engine `psync`.
const PSYNC_HELP: &str = match HAS_WINDOWSAIO {
    true => "reads and writes at an offset, one at a time",
    false => "pread and pwrite (the default)",
};

/// The engines of all systems in the order in which messages name them.
const TABLE: &[Entry] = &[
    entry(Engine::Sync, "sync", Work::Bytes, "the same"),
    entry(Engine::Psync, "psync", Work::Bytes, PSYNC_HELP),
    entry(Engine::Vsync, "vsync", Work::Bytes, "preadv and pwritev"),
    entry(Engine::Pvsync, "pvsync", Work::Bytes, "the same"),
    entry(Engine::Pvsync2, "pvsync2", Work::Bytes, "the same"),
    entry(Engine::Libaio, "libaio", Work::Bytes, ASYNCHRONOUS_HELP).also(&["linuxaio", "aio"]),
    entry(Engine::Posixaio, "posixaio", Work::Bytes, ASYNCHRONOUS_HELP),
    entry(Engine::IoUring, "io_uring", Work::Bytes, URING_HELP),
    entry(
        Engine::Windowsaio,
        "windowsaio",
        Work::Bytes,
        "overlapped transfers (the default)",
    ),
    entry(Engine::Mmap, "mmap", Work::Bytes, "copies from and to mapped memory"),
    entry(
        Engine::Falloc,
        "falloc",
        Work::Space,
        "fallocate in place of each block",
    ),
    entry(
        Engine::Ftruncate,
        "ftruncate",
        Work::Space,
        "ftruncate in place of each write",
    ),
    entry(
        Engine::Filecreate,
        "filecreate",
        Work::Names,
        "makes each file, and moves nothing",
    ),
    entry(
        Engine::Filestat,
        "filestat",
        Work::Names,
        "stat, lstat or statx of each file",
    ),
    entry(Engine::Filedelete, "filedelete", Work::Names, "removes each file"),
    entry(
        Engine::Dircreate,
        "dircreate",
        Work::Names,
        "makes a folder in place of each file",
    ),
    entry(
        Engine::Dirstat,
        "dirstat",
        Work::Names,
        "stat, lstat or statx of each folder",
    ),
    entry(Engine::Dirdelete, "dirdelete", Work::Names, "removes each folder"),
    entry(Engine::Cpuio, "cpuio", Work::Computing, "computes and pauses"),
    entry(Engine::Null, "null", Work::Nothing, "moves nothing"),
];

impl Engine {
    /// The engine of jobs that name none.
    pub const DEFAULT: Self = match HAS_WINDOWSAIO {
        true => Self::Windowsaio,
        false => Self::Psync,
    };

    /// The engine of fio on this system that keeps several blocks in flight.
    pub const ASYNCHRONOUS: Self = match HAS_WINDOWSAIO {
        true => Self::Windowsaio,
        false => Self::Libaio,
    };

    /// Returns the names by which jobs choose engines, and the engines.
    pub fn choices() -> Vec<(&'static str, Self)> {
        let names = |entry: &'static Entry| {
            let names = std::iter::once(&entry.name).chain(entry.aliases);
            names.map(|name| (*name, entry.engine))
        };
        Self::here().flat_map(names).collect()
    }

    /// Returns the names of all engines and what they are here, the default first.
    pub fn help() -> Vec<(&'static str, &'static str)> {
        let mut entries: Vec<&Entry> = Self::here().collect();
        entries.sort_by_key(|entry| (entry.engine != Self::DEFAULT, entry.work));
        let rows = entries.into_iter();
        rows.map(|entry| (entry.name, entry.help)).collect()
    }

    /// Returns the rows of the engines that jobs may name on this system.
    fn here() -> impl Iterator<Item = &'static Entry> {
        TABLE
            .iter()
            .filter(|entry| HAS_WINDOWSAIO || entry.engine != Self::Windowsaio)
    }

    fn entry(self) -> &'static Entry {
        let entry = TABLE.iter().find(|entry| entry.engine == self);
        entry.expect("each engine has a row in the table, as a test sees to")
    }

    /// Returns the name in fio's outputs.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns whether its blocks are those of files or devices, which it reads or writes.
    pub fn moves_bytes(self) -> bool {
        self.entry().work == Work::Bytes
    }

    /// Returns whether it moves one block at a time, whatever `iodepth` is.
    pub fn is_synchronous(self) -> bool {
        !matches!(
            self,
            Self::Libaio | Self::IoUring | Self::Posixaio | Self::Windowsaio | Self::Null
        )
    }

    /// Returns what moves its blocks if that is not what it is named after, in words.
    pub fn substitute(self) -> Option<&'static str> {
        match self {
            Self::Libaio | Self::Posixaio => Some(ASYNCHRONOUS),
            Self::IoUring if HAS_WINDOWSAIO => Some(ASYNCHRONOUS),
            _ => None,
        }
    }

    /// Returns whether it makes calls about files and folders by their names, in place of opening them.
    pub fn is_of_names(self) -> bool {
        self.entry().work == Work::Names
    }

    /// Returns whether it changes files or folders even if it only reads.
    pub fn changes_what_it_reads(self) -> bool {
        self.is_of_names() && !matches!(self, Self::Filestat | Self::Dirstat) || self == Self::Falloc
    }

    /// Returns whether fio counts nothing of the devices below its files.
    pub fn is_diskless(self) -> bool {
        matches!(
            self,
            Self::Null | Self::Cpuio | Self::Filecreate | Self::Dircreate | Self::Dirstat | Self::Dirdelete
        )
    }

    /// Returns whether it makes files or folders, which need not be there nor have a size.
    pub fn makes_names(self) -> bool {
        matches!(self, Self::Filecreate | Self::Dircreate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_has_its_row() {
        // The last of the enum.
        assert_eq!(TABLE.len(), Engine::Null as usize + 1);
        for entry in TABLE {
            assert_eq!(entry.engine.name(), entry.name);
        }
    }
}

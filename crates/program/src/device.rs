//! The kinds of things that INFILE and FILE read and write.

/// The kind of thing that the path of a file of lines names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// A file.
    #[default]
    Disk,
    /// `pipe`: the path is a command of the system, whose output is read or to whose input is written.
    Pipe,
    /// `zip gzip`: the path is a file that is compressed as a whole.
    Gzip,
    /// `zip`: the path is an archive of files, of which this one is read.
    Zip(String),
}

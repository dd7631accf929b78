//! Compressed files that INFILE reads: files of gzip, and the members of ZIP archives.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use feedrate_pageio::stoppable::open_ordinary;
use flate2::CrcReader;
use flate2::read::{DeflateDecoder, MultiGzDecoder};
use zip::{CompressionMethod, ZipArchive};

/// The bytes of a compressed file, as they were before they were compressed.
pub(super) enum CompressedFile {
    /// A file of gzip, perhaps of several parts.
    Gzip(Box<MultiGzDecoder<File>>),
    /// A member of an archive.
    Member(Box<Member>),
}

/// A member of an archive.
pub(super) struct Member {
    bytes: CrcReader<MemberBytes>,
    /// The checksum of its bytes, as the archive states it.
    checksum: u32,
    /// Its length in bytes, as the archive states it.
    length: u64,
    /// The bytes read so far.
    read: u64,
}

/// The bytes of a member.
enum MemberBytes {
    Stored(io::Take<File>),
    Deflated(DeflateDecoder<io::Take<File>>),
}

impl CompressedFile {
    /// Opens a file of gzip.
    pub(super) fn gzip(path: &Path) -> io::Result<Self> {
        Ok(Self::Gzip(Box::new(MultiGzDecoder::new(open_ordinary(path)?))))
    }

    /// Opens a member of an archive by its name; without one, the only member.
    ///
    /// # Errors
    ///
    /// Fails if the file is no archive, or if it has no such member, or one that is encrypted or compressed in another
    /// way than DEFLATE.
    pub(super) fn member(path: &Path, name: &str) -> io::Result<Self> {
        let mut archive = ZipArchive::new(open_ordinary(path)?)?;
        let names = archive.file_names().map(|name| name.map(Cow::into_owned));
        let names: Vec<String> = names.collect::<Result<_, _>>()?;
        let index = match (name, names.as_slice()) {
            ("", [_]) => Some(0),
            ("", _) => None,
            _ => archive.index_for_name(name),
        };
        let Some(index) = index else {
            return Err(no_member(name, &names));
        };
        let member = archive.by_index_raw(index)?;
        if member.is_dir() {
            return Err(io::Error::other(format!(
                "{name} is a folder in it; give the name of a file"
            )));
        }
        if member.encrypted() {
            return Err(io::Error::other("the member is encrypted".to_owned()));
        }
        let (method, length, checksum) = (member.compression(), member.size(), member.crc32());
        let (packed, start) = (member.compressed_size(), member.data_start());
        let start = start.ok_or_else(|| io::Error::other("the place of the member is not known"))?;
        drop(member);
        let mut file = archive.into_inner();
        file.seek(SeekFrom::Start(start))?;
        let packed = file.take(packed);
        let bytes = match method {
            CompressionMethod::Stored => MemberBytes::Stored(packed),
            CompressionMethod::Deflated => MemberBytes::Deflated(DeflateDecoder::new(packed)),
            other => {
                let text = format!("the member is compressed by {other}, and only DEFLATE is supported");
                return Err(io::Error::other(text));
            }
        };
        Ok(Self::Member(Box::new(Member {
            bytes: CrcReader::new(bytes),
            checksum,
            length,
            read: 0,
        })))
    }
}

/// Returns whether a file is a ZIP archive with a member of a name, which is any if the name is empty.
pub fn has_member(path: &Path, name: &str) -> bool {
    let archive = open_ordinary(path).and_then(|file| Ok(ZipArchive::new(file)?));
    archive.is_ok_and(|archive| name.is_empty() || archive.index_for_name(name).is_some())
}

/// Returns the error that an archive has no such member.
fn no_member(name: &str, names: &[String]) -> io::Error {
    /// The most names that the error shows.
    const SHOWN: usize = 5;
    let shown: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    let has = format!("it has {} members: {}{more}", names.len(), shown.join(", "));
    let text = match name {
        "" => format!("MEMBER= is to name one of its members; {has}"),
        _ => format!("there is no member {name} in it; {has}"),
    };
    io::Error::other(text)
}

impl Read for CompressedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Gzip(file) => file.read(buffer),
            Self::Member(member) => member.read(buffer),
        }
    }
}

impl Read for Member {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        self.read += read as u64;
        if read == 0 && !buffer.is_empty() && (self.read, self.bytes.crc().sum()) != (self.length, self.checksum) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the member is damaged: its checksum differs",
            ));
        }
        Ok(read)
    }
}

impl Read for MemberBytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stored(bytes) => bytes.read(buffer),
            Self::Deflated(bytes) => bytes.read(buffer),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn archive(path: &Path) {
        let mut archive = ZipWriter::new(File::create(path).unwrap());
        for (name, method) in [
            ("a.txt", CompressionMethod::Deflated),
            ("d/b.txt", CompressionMethod::Stored),
        ] {
            archive
                .start_file(name, SimpleFileOptions::default().compression_method(method))
                .unwrap();
            archive.write_all(name.repeat(1000).as_bytes()).unwrap();
        }
        archive.finish().unwrap();
    }

    fn text(path: &Path, member: &str) -> Result<String, String> {
        let mut text = String::new();
        let file = CompressedFile::member(path, member);
        let read = file.and_then(|mut file| file.read_to_string(&mut text));
        read.map(|_| text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_member_is_what_was_put_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.zip");
        archive(&path);
        for name in ["a.txt", "d/b.txt"] {
            assert_eq!(text(&path, name), Ok(name.repeat(1000)));
        }
        for (name, why) in [
            (
                "c.txt",
                "there is no member c.txt in it; it has 2 members: a.txt, d/b.txt",
            ),
            ("", "MEMBER= is to name one of its members"),
        ] {
            assert!(text(&path, name).unwrap_err().contains(why));
        }
    }

    #[test]
    fn damage_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.zip");
        archive(&path);
        let mut bytes = std::fs::read(&path).unwrap();
        let at = bytes.windows(10).position(|part| part == b"d/b.txtd/b").unwrap();
        bytes[at + 20] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(text(&path, "a.txt"), Ok("a.txt".repeat(1000)));
        assert!(text(&path, "d/b.txt").unwrap_err().contains("damaged"));
        std::fs::write(&path, "no archive").unwrap();
        assert!(text(&path, "a.txt").is_err());
    }

    #[test]
    fn parts_of_gzip_are_read_one_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.gz");
        let mut bytes = Vec::new();
        for part in ["one\n", "two\n"] {
            let mut encoder = flate2::write::GzEncoder::new(&mut bytes, flate2::Compression::fast());
            encoder.write_all(part.as_bytes()).unwrap();
            encoder.finish().unwrap();
        }
        std::fs::write(&path, &bytes).unwrap();
        let mut text = String::new();
        CompressedFile::gzip(&path).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "one\ntwo\n");
    }
}

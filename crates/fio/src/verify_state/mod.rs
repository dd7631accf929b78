//! Files that keep how far a job that writes and verifies has come (`verify_state_save`), in the format of fio 3.33.
//!
//! All numbers have their least significant byte first. A header has the version, the length of what follows and its
//! sum, with 8 bytes each. Then come the number of places, the depth and the number of files, the writes, the job's
//! index, the generator, the job's name, and room for `depth` places in each file.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf, is_separator};

use feedrate_workload::load::{GeneratorState, WriteState, WrittenPlace};

/// The version of the format.
const VERSION: u64 = 3;

/// The bytes of the header.
const HEADER: usize = 24;

/// The bytes before the places.
const FIXED: usize = 152;

/// The bytes of the generator's registers.
const REGISTERS: usize = 48;

/// The bytes of a job's name, which ends with a zero.
const NAME: usize = 64;

/// The bytes of a place.
const PLACE: usize = 16;

/// The most bytes of a file: no job has more in flight.
pub(crate) const LONGEST: usize = 64 << 20;

/// The progress of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VerifyState {
    /// The job's name, of which 63 bytes are kept.
    pub(crate) name: String,
    /// The number of the worker in its run, from 0.
    pub(crate) index: u64,
    /// The number of its files.
    pub(crate) files: u32,
    /// The progress of its writes.
    pub(crate) written: WriteState,
}

/// Returns the name of the file of a worker: `number` is its number in its run, from 1.
pub(crate) fn path(prefix: &Path, name: &str, number: u32) -> PathBuf {
    let name = kept(name).replace(is_separator, ".");
    let mut path = prefix.as_os_str().to_owned();
    let index = number.saturating_sub(1);
    path.push(format!("-{name}-{index}-verify.state"));
    path.into()
}

/// Returns the part of a name that is kept.
fn kept(name: &str) -> &str {
    let mut end = name.len().min(NAME - 1);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    &name[..end]
}

/// Returns whether a file begins as one of these does.
pub(crate) fn looks_like_one(head: &str) -> bool {
    head.as_bytes().starts_with(&VERSION.to_le_bytes())
}

/// The sum of fio: CRC-32C, not inverted at its end.
fn sum(bytes: &[u8]) -> u64 {
    u64::from(!crc32c::crc32c(bytes))
}

impl VerifyState {
    /// Returns the bytes of the file; `None` if it would be longer than any.
    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        let written = &self.written;
        let places = (written.depth as usize).checked_mul(self.files as usize)?;
        let length = places.checked_mul(PLACE)?.checked_add(FIXED)?;
        if length > LONGEST || written.last.len() > places {
            return None;
        }
        let mut body = Vec::with_capacity(length);
        body.extend((written.last.len() as u64).to_le_bytes());
        body.extend(written.depth.to_le_bytes());
        body.extend(self.files.to_le_bytes());
        body.extend(written.writes.to_le_bytes());
        body.extend(self.index.to_le_bytes());
        match written.generator {
            GeneratorState::Short(registers) => {
                body.extend(0_u64.to_le_bytes());
                body.extend(registers.iter().flat_map(|register| register.to_le_bytes()));
            }
            GeneratorState::Long(registers) => {
                body.extend(1_u64.to_le_bytes());
                body.extend(registers.iter().flat_map(|register| register.to_le_bytes()));
            }
        }
        body.resize(FIXED - NAME, 0);
        body.extend(kept(&self.name).as_bytes());
        body.resize(FIXED, 0);
        for place in &written.last {
            body.extend((place.file as u64).to_le_bytes());
            body.extend(place.offset.to_le_bytes());
        }
        body.resize(length, 0);
        let mut bytes = Vec::with_capacity(HEADER + length);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((length as u64).to_le_bytes());
        bytes.extend(sum(&body).to_le_bytes());
        bytes.extend(body);
        Some(bytes)
    }

    /// Parses the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with them.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let cut_short = || "it is cut short".to_owned();
        let mut rest = bytes;
        let version = number(&mut rest).ok_or_else(cut_short)?;
        if version != VERSION {
            return Err(format!(
                "its version is {version}, and that of fio 3.33 is {VERSION}; make it anew with this program"
            ));
        }
        let length = number(&mut rest).ok_or_else(cut_short)?;
        let expected = number(&mut rest).ok_or_else(cut_short)?;
        let body = usize::try_from(length).ok();
        let body = body.and_then(|length| rest.get(..length));
        let body = body.ok_or_else(cut_short)?;
        if sum(body) != expected {
            return Err("it is damaged: its sum is not that of its content".to_owned());
        }
        Self::of_body(body).ok_or_else(|| "its parts do not fit together".to_owned())
    }

    fn of_body(body: &[u8]) -> Option<Self> {
        let mut rest = body;
        let count = number(&mut rest)?;
        let (depth, files) = (half(&mut rest)?, half(&mut rest)?);
        let (writes, index) = (number(&mut rest)?, number(&mut rest)?);
        let is_long = number(&mut rest)? != 0;
        let (mut registers, after) = rest.split_at_checked(REGISTERS)?;
        let (name, places) = after.split_at_checked(NAME)?;
        let generator = match is_long {
            false => GeneratorState::Short([half(&mut registers)?, half(&mut registers)?, half(&mut registers)?]),
            true => GeneratorState::Long([
                number(&mut registers)?,
                number(&mut registers)?,
                number(&mut registers)?,
                number(&mut registers)?,
                number(&mut registers)?,
            ]),
        };
        let room = u64::from(depth).checked_mul(u64::from(files))?;
        if room.checked_mul(PLACE as u64)? != places.len() as u64 || count > room {
            return None;
        }
        let mut last = Vec::with_capacity(count as usize);
        for mut place in places.chunks_exact(PLACE).take(count as usize) {
            let file = number(&mut place)?;
            if file >= u64::from(files) {
                return None;
            }
            last.push(WrittenPlace {
                file: file as usize,
                offset: number(&mut place)?,
            });
        }
        let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
        Some(Self {
            name: String::from_utf8_lossy(name).into_owned(),
            index,
            files,
            written: WriteState {
                writes,
                last,
                depth,
                is_whole: false,
                generator,
            },
        })
    }
}

/// Takes a number of 8 bytes.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*first))
}

/// Takes a number of 4 bytes.
fn half(bytes: &mut &[u8]) -> Option<u32> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*first))
}

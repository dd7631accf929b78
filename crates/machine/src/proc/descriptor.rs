//! `/proc/PID/fdinfo/N`: an open file of a process.
//!
//! Format: `proc_pid_fdinfo(5)`.

/// The position and the flags of an open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// The position in the file.
    pub position: u64,
    /// The flags of `open(2)`.
    pub flags: u32,
}

impl Descriptor {
    /// Reads the text; `None` if it has no position or no flags.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(text);
        let field = |name| text.lines().find_map(|line| line.strip_prefix(name));
        Some(Self {
            position: field("pos:")?.trim().parse().ok()?,
            flags: u32::from_str_radix(field("flags:")?.trim(), 8).ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn flags_are_octal() {
        let info = Descriptor::parse(b"pos:\t4096\nflags:\t0140001\nmnt_id:\t24\n").unwrap();
        assert_eq!((info.position, info.flags), (4096, 0o140_001));
        assert_eq!(Descriptor::parse(b"pos:\t-1\nflags:\t0\n"), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = Descriptor::parse(&bytes);
        }

        #[test]
        fn any_values_are_survived(position in "[-0-9:a-fx/ ]{0,22}", flags in "[-0-9:a-fx/ ]{0,22}") {
            let _ = Descriptor::parse(format!("pos:\t{position}\nflags:\t{flags}\n").as_bytes());
        }
    }
}

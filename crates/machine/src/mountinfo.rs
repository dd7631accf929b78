//! `/proc/self/mountinfo`: what is mounted where.
//!
//! Format: `proc_pid_mountinfo(5)` and the kernel's `Documentation/filesystems/proc.rst`, 3.5.
//! A line is `id parent major:minor root mount-point options [optional fields] - type source
//! super-options`; space, tab, newline, backslash and `#` inside a field are octal escapes.

use std::path::PathBuf;

use crate::platform;
use crate::{DeviceNumber, PathLocation, System};

/// One mount of this process's mount namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mount {
    /// The mount's number; `statx(2)` tells the same one for a file on it.
    pub id: u64,
    /// Number of the mount that it is mounted on.
    pub parent: u64,
    /// `st_dev` of the file system; btrfs gives another one for each subvolume to `stat(2)`.
    pub device: DeviceNumber,
    /// Which folder of the file system is mounted: `/`, else a bind mount or a subvolume.
    pub root: PathBuf,
    /// Where it is mounted, seen from this process's root.
    pub mount_point: PathBuf,
    /// Options of the mount (`rw`, `noatime`, …).
    pub options: Vec<String>,
    /// File system type, with subtype where it has one (`fuse.sshfs`).
    pub fs_type: String,
    /// The source of the mount, in the file system's own words: `/dev/sda1`, `server:/export`, `pool/set`.
    pub source: String,
    /// Options of the file system as a whole (`data=journal`, `compress=zstd:3`, …).
    pub super_options: Vec<String>,
}

/// All mounts that the machine tells; none when the file cannot be read.
pub fn read(system: &System) -> Vec<Mount> {
    system
        .bytes("/proc/self/mountinfo")
        .map(|text| parse(&text))
        .unwrap_or_default()
}

/// Reads the text of the file; a line that makes no sense is left out.
pub fn parse(text: &[u8]) -> Vec<Mount> {
    text.split(|&byte| byte == b'\n').filter_map(parse_line).collect()
}

fn parse_line(line: &[u8]) -> Option<Mount> {
    // An empty source prints as nothing between two spaces, so every space separates.
    let mut fields = line.split(|&byte| byte == b' ');
    let id = number(fields.next()?)?;
    let parent = number(fields.next()?)?;
    let device = std::str::from_utf8(fields.next()?).ok()?.parse().ok()?;
    let root = path(fields.next()?);
    let mount_point = path(fields.next()?);
    let options = options(fields.next()?);
    // Zero or more optional fields (`shared:1`, `master:2`), closed by a single dash.
    fields.find(|field| *field == b"-")?;
    let fs_type = text(fields.next()?);
    let source = text(fields.next()?);
    let super_options = fields.next().map(self::options).unwrap_or_default();
    Some(Mount {
        id,
        parent,
        device,
        root,
        mount_point,
        options,
        fs_type,
        source,
        super_options,
    })
}

/// The mount that a place lies on.
///
/// The mount number decides where `statx(2)` told one (Linux 5.8). Else the longest mount point
/// above the path wins among those of the same device, and among all when none has it: `st_dev`
/// is a subvolume's own number on btrfs. Of two mounts on one point the later one covers.
pub fn find<'a>(mounts: &'a [Mount], location: &PathLocation) -> Option<&'a Mount> {
    let same_number = location.mount.and_then(|id| mounts.iter().find(|mount| mount.id == id));
    same_number.or_else(|| {
        let above = || {
            mounts
                .iter()
                .filter(|mount| location.path.starts_with(&mount.mount_point))
        };
        let depth = |mount: &&Mount| mount.mount_point.components().count();
        // `max_by_key` gives the last of equals: the mount on top.
        above()
            .filter(|mount| location.device.is_some_and(|device| device == mount.device))
            .max_by_key(depth)
            .or_else(|| above().max_by_key(depth))
    })
}

fn number(field: &[u8]) -> Option<u64> {
    std::str::from_utf8(field).ok()?.parse().ok()
}

fn text(field: &[u8]) -> String {
    String::from_utf8_lossy(&unescape(field)).into_owned()
}

fn path(field: &[u8]) -> PathBuf {
    platform::os_string(unescape(field)).into()
}

fn options(field: &[u8]) -> Vec<String> {
    field
        .split(|&byte| byte == b',')
        .filter(|option| !option.is_empty())
        .map(|option| without_secret(text(option)))
        .collect()
}

/// Options go into reports that people pass on; whoever knows the mount needs no password there.
fn without_secret(option: String) -> String {
    match option.split_once('=') {
        Some((name, _)) if ["pass", "secret", "cred"].iter().any(|s| name.contains(s)) => {
            format!("{name}=(hidden)")
        }
        _ => option,
    }
}

/// Turns `\ooo` into the byte that it stands for; any other backslash stays.
fn unescape(field: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((&byte, tail)) = rest.split_first() {
        if let (b'\\', [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', after @ ..]) = (byte, tail) {
            plain.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
            rest = after;
        } else {
            plain.push(byte);
            rest = tail;
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn escapes_and_optional_fields() {
        let text = b"36 35 98:0 /mnt1\\040x /mnt\\0402\\134\\011 rw,noatime master:1 shared:7 - ext3 /dev/root \
            rw,errors=continue\n";
        let mounts = parse(text);
        assert_eq!(mounts.len(), 1);
        assert_eq!(mounts[0].root, Path::new("/mnt1 x"));
        assert_eq!(mounts[0].mount_point, Path::new("/mnt 2\\\t"));
        assert_eq!(mounts[0].device, DeviceNumber::new(98, 0));
        assert_eq!(mounts[0].fs_type, "ext3");
        assert_eq!(mounts[0].source, "/dev/root");
        assert_eq!(mounts[0].super_options, ["rw", "errors=continue"]);
    }

    #[test]
    fn empty_source_and_secrets() {
        let mounts = parse(b"1 0 0:5 / /a rw - tmpfs  rw\n2 0 0:6 / /b rw - cifs //s/x rw,password=p,user=u\n");
        assert_eq!(mounts[0].source, "");
        assert_eq!(mounts[1].super_options[1], "password=(hidden)");
        assert_eq!(mounts[1].super_options[2], "user=u");
    }

    #[test]
    fn nonsense_lines_are_left_out() {
        assert!(parse(b"").is_empty());
        assert!(parse(b"1 2 3:4 / / rw ext4 no dash\n\n- - -\n").is_empty());
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            parse(&bytes);
        }

        #[test]
        fn any_line_like_text_is_survived(
            fields in proptest::collection::vec("[0-9:/\\\\ a-z,=-]{0,12}", 0..14)
        ) {
            parse(fields.join(" ").as_bytes());
        }

        #[test]
        fn a_mount_point_of_any_bytes_comes_back(name in proptest::collection::vec(1u8..=255, 1..30)) {
            let mut line = b"1 0 8:1 / /".to_vec();
            for &byte in &name {
                match byte {
                    b' ' | b'\t' | b'\n' | b'\\' | b'#' => {
                        line.extend(format!("\\{byte:03o}").bytes());
                    }
                    _ => line.push(byte),
                }
            }
            line.extend(b" rw - ext4 /dev/sda1 rw");
            let mounts = parse(&line);
            prop_assert_eq!(mounts.len(), 1);
            let mut expected = b"/".to_vec();
            expected.extend(&name);
            prop_assert_eq!(&mounts[0].mount_point, &PathBuf::from(platform::os_string(expected)));
        }
    }
}

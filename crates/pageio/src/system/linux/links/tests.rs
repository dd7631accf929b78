use std::io::Write;
use std::os::unix::fs::{PermissionsExt, chown, lchown, symlink};

use super::*;

/// Another user.
const OTHER: Option<u32> = Some(65_534);

/// A folder with a folder `inner` of this mode, a file beside it, and links in it.
fn kit(mode: u32) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(folder.path()).unwrap();
    let inner = root.join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(root.join("outside"), "o").unwrap();
    fs::write(inner.join("inside"), "i").unwrap();
    symlink("../outside", inner.join("out")).unwrap();
    symlink(inner.join("inside"), inner.join("in")).unwrap();
    symlink("new", inner.join("dangling")).unwrap();
    symlink("..", inner.join("up")).unwrap();
    fs::set_permissions(&inner, fs::Permissions::from_mode(mode)).unwrap();
    (folder, inner)
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[test]
fn links_are_followed_to_where_they_lead() {
    let (_folder, inner) = kit(0o755);
    let root = inner.parent().unwrap();
    let resolved = |name: &str| resolve(&inner.join(name)).unwrap();
    assert_eq!(resolved("out"), root.join("outside"));
    assert_eq!(resolved("in"), inner.join("inside"));
    assert_eq!(resolved("dangling"), inner.join("new"));
    assert_eq!(resolved("up/outside"), root.join("outside"));
    assert_eq!(resolved("no/such/file"), inner.join("no/such/file"));
}

#[test]
fn links_do_not_lead_out_of_folders_that_everybody_can_write() {
    for mode in [0o777, 0o1777] {
        let (_folder, inner) = kit(mode);
        if mode == 0o1777 {
            // With the sticky bit, the user's own links are still followed.
            assert!(resolve(&inner.join("out")).is_ok());
            if !is_root() {
                continue;
            }
            for link in ["out", "up", "in", "dangling"] {
                lchown(inner.join(link), OTHER, None).unwrap();
            }
        }
        for name in ["out", "up/outside", "up/new"] {
            for outcome in [
                resolve(&inner.join(name)).map(drop),
                open(&inner.join(name), WriteMode::Anew).map(drop),
                open(&inner.join(name), WriteMode::AtEnd).map(drop),
                crate::named_file::create_folders(&inner.join(name).join("folder")),
            ] {
                let error = outcome.unwrap_err().to_string();
                assert!(error.contains("a link leads out of"), "{error}");
                assert!(error.contains("name that file itself"), "{error}");
            }
        }
        assert_eq!(fs::read(inner.join("../outside")).unwrap(), b"o");
        assert!(!inner.join("../new").exists());
        assert_eq!(resolve(&inner.join("in")).unwrap(), inner.join("inside"));
        assert_eq!(resolve(&inner.join("dangling")).unwrap(), inner.join("new"));
    }
}

#[test]
fn links_of_others_do_not_lead_out_of_folders_that_a_group_can_write() {
    let (_folder, inner) = kit(0o775);
    assert!(resolve(&inner.join("out")).is_ok());
    // Only root can create a link of another user.
    if is_root() {
        lchown(inner.join("out"), OTHER, None).unwrap();
        assert!(resolve(&inner.join("out")).is_err());
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(resolve(&inner.join("out")).is_ok());
        chown(&inner, OTHER, None).unwrap();
        assert!(resolve(&inner.join("out")).is_err());
    }
}

#[test]
fn files_of_others_in_folders_of_everybody_are_not_filled() {
    let (_folder, inner) = kit(0o1777);
    let file = inner.join("inside");
    assert!(check(&file).is_ok());
    // Only root can create a file of another user.
    if !is_root() {
        return;
    }
    chown(&file, OTHER, None).unwrap();
    let refused = check(&file).unwrap_err().to_string();
    assert!(refused.starts_with("it belongs to another user"), "{refused}");
    assert!(check(&inner.join("in")).is_err());
    for writing in [WriteMode::Anew, WriteMode::AtEnd, WriteMode::AtEndOfExisting] {
        assert!(open(&file, writing).is_err());
    }
    assert_eq!(fs::read(&file).unwrap(), b"i");
    // Links alone are of no importance here, and who owns the folder owns what is in it.
    assert!(check_links(&file).is_ok());
    chown(&inner, OTHER, None).unwrap();
    assert!(check(&file).is_ok());
}

#[test]
fn files_are_opened_as_they_are_to_be_written() {
    let (_folder, inner) = kit(0o755);
    let written = |name: &str, writing: WriteMode| {
        let mut file = open(&inner.join(name), writing)?;
        file.write_all(b"x")?;
        fs::read_to_string(inner.join(name))
    };
    assert_eq!(written("inside", WriteMode::AtEnd).unwrap(), "ix");
    assert_eq!(written("in", WriteMode::AtEndOfExisting).unwrap(), "ixx");
    assert_eq!(written("inside", WriteMode::Anew).unwrap(), "x");
    assert_eq!(written("dangling", WriteMode::Anew).unwrap(), "x");
    assert_eq!(written("more", WriteMode::AtEnd).unwrap(), "x");
    let absent = written("absent", WriteMode::AtEndOfExisting).unwrap_err();
    assert_eq!(absent.kind(), ErrorKind::NotFound);
    assert!(open(Path::new("/dev/null"), WriteMode::Anew).is_ok());
    assert!(open(&inner, WriteMode::Anew).is_err());
}

#[test]
fn open_files_are_written_by_their_numbers() {
    use std::os::fd::AsRawFd;
    let file = tempfile::tempfile().unwrap();
    (&file).write_all(b"before ").unwrap();
    let name = format!("/proc/self/fd/{}", file.as_raw_fd());
    let mut again = open(Path::new(&name), WriteMode::AtEndOfExisting).unwrap();
    again.write_all(b"after").unwrap();
    assert_eq!(fs::read_to_string(&name).unwrap(), "before after");
    assert!(check(Path::new(&name)).is_ok());
}

#[test]
fn circles_of_links_end() {
    let folder = tempfile::tempdir().unwrap();
    symlink("b", folder.path().join("a")).unwrap();
    symlink("a", folder.path().join("b")).unwrap();
    let error = resolve(&folder.path().join("a")).unwrap_err().to_string();
    assert!(error.contains("too many links"), "{error}");
}

//! Running a test in a process of its own, which may give up rights without harm to the others.

use std::ffi::{CStr, CString};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Names the test that runs apart.
const MARK: &str = "FEEDRATE_TEST_APART";

/// Where the file system of [`with_mount`] is, from the child's working folder.
pub const MOUNT: &str = "mounted";

/// Returns whether this is the process of that test. If it is not, starts it, in `folder`, waits for it, and fails when
/// it does.
pub fn is_me(test: &str, folder: &Path) -> bool {
    run(test, folder, |_| {}).expect("the test's own program starts")
}

/// Like [`is_me`], with a new file system on [`MOUNT`] that only the child sees. `None`, in the parent
/// alone, when the system does not let it be mounted.
pub fn with_mount(
    test: &str,
    folder: &Path,
    kind: &'static CStr,
    flags: libc::c_ulong,
    options: &'static CStr,
) -> Option<bool> {
    if std::env::var_os(MARK).is_none() {
        std::fs::create_dir(folder.join(MOUNT)).unwrap();
    }
    let me = run(test, folder, |command| {
        // SAFETY: between fork and exec, only system calls are made; the strings were made before.
        unsafe {
            // SAFETY: these calls cannot fail and touch no memory.
            let (user, group) = (libc::getuid(), libc::getgid());
            let user_map = CString::new(format!("{user} {user} 1")).unwrap();
            let group_map = CString::new(format!("{group} {group} 1")).unwrap();
            command.pre_exec(move || mount_for_me(kind, flags, options, &user_map, &group_map));
        }
    });
    match me {
        Ok(me) => Some(me),
        Err(error) => {
            eprintln!("left out: {kind:?} cannot be mounted here: {error}");
            None
        }
    }
}

fn run(test: &str, folder: &Path, prepare: impl FnOnce(&mut Command)) -> io::Result<bool> {
    if std::env::var_os(MARK).is_some_and(|mark| mark == test) {
        return Ok(true);
    }
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(MARK, test)
        .current_dir(folder);
    prepare(&mut command);
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{test} failed apart, {}:\n{text}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(false)
}

fn check(returned: libc::c_int) -> io::Result<()> {
    if returned < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}

fn mount_for_me(
    kind: &CStr,
    flags: libc::c_ulong,
    options: &CStr,
    user_map: &CStr,
    group_map: &CStr,
) -> io::Result<()> {
    // SAFETY: system calls with strings that live through them.
    unsafe {
        if libc::unshare(libc::CLONE_NEWNS) != 0 {
            check(libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNS))?;
            put(c"/proc/self/setgroups", c"deny")?;
            put(c"/proc/self/uid_map", user_map)?;
            put(c"/proc/self/gid_map", group_map)?;
        }
        let private = libc::MS_REC | libc::MS_PRIVATE;
        let none = std::ptr::null();
        check(libc::mount(none, c"/".as_ptr(), none, private, none.cast()))?;
        check(libc::mount(
            c"none".as_ptr(),
            c"mounted".as_ptr(),
            kind.as_ptr(),
            flags,
            options.as_ptr().cast(),
        ))
    }
}

fn put(path: &CStr, text: &CStr) -> io::Result<()> {
    // SAFETY: system calls with strings that live through them.
    unsafe {
        let file = libc::open(path.as_ptr(), libc::O_WRONLY);
        check(file)?;
        let bytes = text.to_bytes();
        let written = libc::write(file, bytes.as_ptr().cast(), bytes.len());
        libc::close(file);
        check(written as libc::c_int)
    }
}

pub fn limit(resource: libc::__rlimit_resource_t, most: u64) {
    let limit = libc::rlimit {
        rlim_cur: most,
        rlim_max: most,
    };
    // SAFETY: the pointer is to a live value.
    check(unsafe { libc::setrlimit(resource, &limit) }).unwrap();
}

pub fn is_superuser() -> bool {
    // SAFETY: the call cannot fail and touches no memory.
    unsafe { libc::geteuid() == 0 }
}

/// Gives up the superuser's rights, if there are any, for those of `user`.
pub fn become_user(user: libc::uid_t) {
    if is_superuser() {
        // SAFETY: system calls on plain numbers; a null list of groups of length zero is empty.
        unsafe {
            check(libc::setgroups(0, std::ptr::null())).unwrap();
            check(libc::setresgid(user, user, user)).unwrap();
            check(libc::setresuid(user, user, user)).unwrap();
        }
    }
}

/// From here on, the calling thread and those it starts are told that a system call is forbidden.
pub fn forbid(call: libc::c_long) {
    let statement = |code: u32, value: u32| libc::sock_filter {
        code: code as u16,
        jt: 0,
        jf: 0,
        k: value,
    };
    let jump_if_equal = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    let mut program = [
        // The number of the call is the first word of what the filter sees.
        statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0),
        libc::sock_filter {
            jf: 1,
            ..statement(jump_if_equal, call as u32)
        },
        statement(
            libc::BPF_RET | libc::BPF_K,
            libc::SECCOMP_RET_ERRNO | libc::EPERM as u32,
        ),
        statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW),
    ];
    let filter = libc::sock_fprog {
        len: program.len() as u16,
        filter: program.as_mut_ptr(),
    };
    // SAFETY: the filter and its program live through the calls, which copy them.
    unsafe {
        check(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)).unwrap();
        check(libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &filter)).unwrap();
    }
}

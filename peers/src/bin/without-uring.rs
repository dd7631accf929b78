//! Runs a program to which the kernel refuses io_uring, as containers and hardened servers do.
//!
//! `without-uring PROGRAM [ARGUMENT]…`

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use libc::{BPF_ABS, BPF_JEQ, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(program) = arguments.next() else {
        eprintln!("without-uring: name a program");
        return ExitCode::from(2);
    };
    let error = match refuse_io_uring() {
        // It returns only when the program cannot be run.
        Ok(()) => Command::new(&program).args(arguments).exec(),
        Err(error) => error,
    };
    eprintln!("without-uring: {}: {error}", program.display());
    ExitCode::from(2)
}

/// Answers EPERM to `io_uring_setup` from now on, in this process and in all that come of it.
///
/// The filter looks at the number of the call alone. One from a 32-bit program might be mistaken for
/// it, which for a test does not matter.
fn refuse_io_uring() -> io::Result<()> {
    /// Where `struct seccomp_data` has the number.
    const NUMBER: u32 = 0;
    let refusal = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
    let statement = |code: u32, value| instruction(code, 0, 0, value);
    let mut filter = [
        statement(BPF_LD | BPF_W | BPF_ABS, NUMBER),
        instruction(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, libc::SYS_io_uring_setup as u32),
        statement(BPF_RET | BPF_K, refusal),
        statement(BPF_RET | BPF_K, libc::SECCOMP_RET_ALLOW),
    ];
    let program = libc::sock_fprog {
        len: filter.len() as libc::c_ushort,
        filter: filter.as_mut_ptr(),
    };
    // An ordinary user may install a filter only when no program can gain rights under it.
    // SAFETY: the call takes numbers alone.
    succeeded(unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) })?;
    // SAFETY: the program and its instructions live during the call, which copies them.
    succeeded(unsafe { libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &program) })
}

fn instruction(code: u32, if_true: u8, if_false: u8, value: u32) -> libc::sock_filter {
    libc::sock_filter {
        code: code as u16,
        jt: if_true,
        jf: if_false,
        k: value,
    }
}

fn succeeded(returned: libc::c_int) -> io::Result<()> {
    if returned == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

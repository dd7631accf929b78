//! Runs a program to which the kernel refuses new machine code, as hardened servers do.
//!
//! `without-machine-code PROGRAM [ARGUMENT]…`
//!
//! Exit code 3 says that this kernel knows no such refusal; Linux has it from 6.3 on.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// From `linux/prctl.h`.
const PR_SET_MDWE: libc::c_int = 65;
/// No memory becomes executable that was not so from the first, and none is so that can be written.
const PR_MDWE_REFUSE_EXEC_GAIN: libc::c_ulong = 1;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(program) = arguments.next() else {
        eprintln!("without-machine-code: name a program");
        return ExitCode::from(2);
    };
    let error = match refuse_machine_code() {
        // It returns only when the program cannot be run.
        Ok(()) => Command::new(&program).args(arguments).exec(),
        Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {
            eprintln!("without-machine-code: this kernel cannot refuse it");
            return ExitCode::from(3);
        }
        Err(error) => error,
    };
    eprintln!("without-machine-code: {}: {error}", program.display());
    ExitCode::from(2)
}

/// Refuses it from now on, to this process and to all that come of it.
fn refuse_machine_code() -> io::Result<()> {
    let unused: libc::c_ulong = 0;
    // SAFETY: the call takes numbers alone.
    let returned = unsafe { libc::prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, unused, unused, unused) };
    if returned == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

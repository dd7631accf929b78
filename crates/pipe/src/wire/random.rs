//! Numbers that nobody can guess.

use std::fs::File;
use std::io::Read;

/// A random number that identifies a step, or a pipe that is being joined.
pub(crate) type Token = [u8; 16];

/// Returns an unpredictable number.
///
/// # Panics
///
/// Panics if neither the system call nor the device gives random bytes.
pub(crate) fn token<const N: usize>() -> [u8; N] {
    let mut token = [0; N];
    let mut filled = 0;
    while filled < N {
        match rustix::rand::getrandom(&mut token[filled..], rustix::rand::GetRandomFlags::empty()) {
            Ok(got) => filled += got,
            Err(rustix::io::Errno::INTR) => {}
            // An old system or a filter may lack the call, but has the device.
            Err(error) => {
                let device = File::open("/dev/urandom");
                device
                    .and_then(|mut device| device.read_exact(&mut token[filled..]))
                    .unwrap_or_else(|_| panic!("the system gives no random numbers: {error}"));
                filled = N;
            }
        }
    }
    token
}

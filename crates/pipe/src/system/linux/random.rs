//! Random bytes.

use std::fs::File;
use std::io::Read;

/// Fills a buffer with bytes that nobody can guess.
///
/// # Panics
///
/// Panics if neither the system call nor the device gives random bytes.
pub(crate) fn fill_random(token: &mut [u8]) {
    let mut filled = 0;
    while filled < token.len() {
        match rustix::rand::getrandom(&mut token[filled..], rustix::rand::GetRandomFlags::empty()) {
            Ok(got) => filled += got,
            Err(rustix::io::Errno::INTR) => {}
            // An old system or a filter may lack the call, but has the device.
            Err(error) => {
                let device = File::open("/dev/urandom");
                device
                    .and_then(|mut device| device.read_exact(&mut token[filled..]))
                    .unwrap_or_else(|_| panic!("the system gives no random numbers: {error}"));
                filled = token.len();
            }
        }
    }
}

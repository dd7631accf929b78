//! Checksums.

use std::hash::Hasher;

use crc::{CRC_7_MMC, CRC_16_ARC, CRC_64_XZ, Crc};
use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::{Sha256, Sha512};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
use twox_hash::XxHash32;

use crate::load::spec::{VerifyMethod, VerifySum};

static CRC_64: Crc<u64> = Crc::<u64>::new(&CRC_64_XZ);
static CRC_16: Crc<u16> = Crc::<u16>::new(&CRC_16_ARC);
static CRC_7: Crc<u8> = Crc::<u8>::new(&CRC_7_MMC);

/// A checksum, padded with zeros.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Sum([u8; Sum::BYTES]);

impl Sum {
    /// The longest is that of SHA-512.
    pub(super) const BYTES: usize = 64;

    /// Of two pieces, one after the other.
    pub(super) fn of(method: &VerifyMethod, head: &[u8], tail: &[u8]) -> Self {
        let mut sum = Self([0; Self::BYTES]);
        let mut put = |bytes: &[u8]| sum.0[..bytes.len()].copy_from_slice(bytes);
        let VerifyMethod::Sum(kind) = method else {
            return sum;
        };
        match kind {
            VerifySum::Crc64 => {
                let mut digest = CRC_64.digest();
                digest.update(head);
                digest.update(tail);
                put(&digest.finalize().to_le_bytes());
            }
            VerifySum::Crc16 => {
                let mut digest = CRC_16.digest();
                digest.update(head);
                digest.update(tail);
                put(&digest.finalize().to_le_bytes());
            }
            VerifySum::Crc7 => {
                let mut digest = CRC_7.digest();
                digest.update(head);
                digest.update(tail);
                put(&[digest.finalize()]);
            }
            VerifySum::Sha1 => put(&digest::<Sha1>(head, tail)),
            VerifySum::Sha3Of224 => put(&digest::<Sha3_224>(head, tail)),
            VerifySum::Sha3Of256 => put(&digest::<Sha3_256>(head, tail)),
            VerifySum::Sha3Of384 => put(&digest::<Sha3_384>(head, tail)),
            VerifySum::Sha3Of512 => put(&digest::<Sha3_512>(head, tail)),
            VerifySum::Crc32 => {
                let mut hasher = crc32fast::Hasher::new();
                hasher.update(head);
                hasher.update(tail);
                put(&hasher.finalize().to_le_bytes());
            }
            VerifySum::Crc32c => {
                let sum = crc32c::crc32c_append(crc32c::crc32c(head), tail);
                put(&sum.to_le_bytes());
            }
            VerifySum::Xxhash => {
                let mut hasher = XxHash32::with_seed(0);
                hasher.write(head);
                hasher.write(tail);
                put(&hasher.finish_32().to_le_bytes());
            }
            VerifySum::Md5 => put(&digest::<Md5>(head, tail)),
            VerifySum::Sha256 => put(&digest::<Sha256>(head, tail)),
            VerifySum::Sha512 => put(&digest::<Sha512>(head, tail)),
        }
        sum
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

fn digest<D: Digest>(head: &[u8], tail: &[u8]) -> md5::digest::Output<D> {
    let mut hasher = D::new();
    hasher.update(head);
    hasher.update(tail);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check values of "123456789" that the definitions give.
    #[test]
    fn sums_are_the_published_ones() {
        let sum = |method| {
            let sum = Sum::of(&method, b"1234", b"56789");
            sum.bytes().iter().map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        assert!(sum(VerifyMethod::Sum(VerifySum::Crc32)).starts_with("2639f4cb"));
        assert!(sum(VerifyMethod::Sum(VerifySum::Crc32c)).starts_with("839206e3"));
        assert!(sum(VerifyMethod::Sum(VerifySum::Xxhash)).starts_with("67ad7b93"));
        assert!(sum(VerifyMethod::Sum(VerifySum::Md5)).starts_with("25f9e794323b453885f5181f1b624d0b"));
        assert!(sum(VerifyMethod::Sum(VerifySum::Sha256)).starts_with("15e2b0d3c33891ebb0f1ef609ec41942"));
        assert!(sum(VerifyMethod::Sum(VerifySum::Sha512)).starts_with("d9e6762dd1c8eaf6d61b3c6192fc408d"));
        assert!(sum(VerifyMethod::Sum(VerifySum::Crc64)).starts_with("fa3919dfbbc95d99"));
        assert!(sum(VerifyMethod::Sum(VerifySum::Crc16)).starts_with("3dbb"));
        assert!(sum(VerifyMethod::Sum(VerifySum::Crc7)).starts_with("75"));
        assert!(sum(VerifyMethod::Sum(VerifySum::Sha1)).starts_with("f7c3bc1d808e04732adf679965ccc34ca7ae3441"));
        assert!(sum(VerifyMethod::Sum(VerifySum::Sha3Of256)).starts_with("87cd084d190e436f147322b90e7384f6"));
        assert_eq!(sum(VerifyMethod::Header), "0".repeat(128));
    }
}

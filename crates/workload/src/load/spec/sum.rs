//! The checksums of verification.

/// A checksum of the bytes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerifySum {
    /// CRC-32C (Castagnoli).
    Crc32c,
    /// CRC-32 (IEEE 802.3).
    Crc32,
    /// XXH32.
    Xxhash,
    /// MD5.
    Md5,
    /// SHA-256.
    Sha256,
    /// SHA-512.
    Sha512,
    /// CRC-64 (ECMA-182, reflected, as xz has it).
    Crc64,
    /// CRC-16 (ARC).
    Crc16,
    /// CRC-7 (as memory cards have it).
    Crc7,
    /// SHA-1.
    Sha1,
    /// SHA3-224.
    Sha3Of224,
    /// SHA3-256.
    Sha3Of256,
    /// SHA3-384.
    Sha3Of384,
    /// SHA3-512.
    Sha3Of512,
}

impl VerifySum {
    /// Returns its name in fio.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crc32c => "crc32c",
            Self::Crc32 => "crc32",
            Self::Xxhash => "xxhash",
            Self::Md5 => "md5",
            Self::Sha256 => "sha256",
            Self::Sha512 => "sha512",
            Self::Crc64 => "crc64",
            Self::Crc16 => "crc16",
            Self::Crc7 => "crc7",
            Self::Sha1 => "sha1",
            Self::Sha3Of224 => "sha3-224",
            Self::Sha3Of256 => "sha3-256",
            Self::Sha3Of384 => "sha3-384",
            Self::Sha3Of512 => "sha3-512",
        }
    }
}

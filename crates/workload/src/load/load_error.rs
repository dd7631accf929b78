//! The error that ends a load.

use serde::Serialize;

use crate::error::Error;

/// The error where it gives no number (`EIO`).
const UNKNOWN: i32 = 5;

/// Of what cannot be asked of a file or device (`EINVAL`).
const UNFIT: i32 = 22;

/// The error that ended a load before its limit.
#[derive(Clone, Debug, Serialize)]
pub struct LoadError {
    /// The system's error number (EILSEQ for data that differ).
    pub errno: i32,
    /// The message, with what to do.
    pub text: String,
}

impl LoadError {
    /// Returns the error that ended a load, as a number and in words.
    pub(super) fn of(error: &Error) -> Self {
        use feedrate_pageio::Error as Pages;
        let errno = match error {
            Error::Pages(pages) => match pages.system_error() {
                Some(source) => source.raw_os_error().unwrap_or(UNKNOWN),
                None => match pages {
                    Pages::Misaligned { .. } | Pages::DirectRefused { .. } | Pages::NotAFile { .. } => UNFIT,
                    Pages::Memory { .. } => 12,
                    _ => UNKNOWN,
                },
            },
            Error::NotOurs { .. } | Error::Device { .. } | Error::NotGranted { .. } => 1,
            Error::Job { .. } => UNFIT,
            _ => UNKNOWN,
        };
        Self {
            errno,
            text: error.to_string(),
        }
    }
}

//! Windows.

use std::fs::{File, Metadata};
use std::os::windows::io::AsRawHandle;
use std::path::Path;
use std::ptr::{null, null_mut};

use windows_sys::Win32::Foundation::{ERROR_SUCCESS, LocalFree};
use windows_sys::Win32::Security::Authorization::{GetSecurityInfo, SE_FILE_OBJECT};
use windows_sys::Win32::Security::{LookupAccountSidW, OWNER_SECURITY_INFORMATION, PSID};

/// The most units of the name of a user or a domain, with a zero at its end.
const MOST_UNITS: usize = 257;

/// Returns the attributes of a file that the system knows, beside its length, with their names.
pub(crate) fn attributes_of_file(path: &Path, _file: &Metadata) -> Vec<(&'static str, String)> {
    let owner = File::open(path).ok().and_then(|file| owner(&file));
    owner.map(|owner| ("Owner Name", owner)).into_iter().collect()
}

/// Returns the owner of a file, such as `DOMAIN\user`; `None` where the system does not tell.
fn owner(file: &File) -> Option<String> {
    let mut user: PSID = null_mut();
    let mut descriptor = null_mut();
    // SAFETY: the handle is open, and the call writes two pointers; null pointers stand for what is not asked.
    let status = unsafe {
        GetSecurityInfo(
            file.as_raw_handle(),
            SE_FILE_OBJECT,
            OWNER_SECURITY_INFORMATION,
            &raw mut user,
            null_mut(),
            null_mut(),
            null_mut(),
            &raw mut descriptor,
        )
    };
    if status != ERROR_SUCCESS {
        return None;
    }
    let name = name_of(user);
    // SAFETY: the call above has allocated it, and the user in it is used no more.
    unsafe { LocalFree(descriptor) };
    name
}

/// Returns the name of a user, which must be valid or null.
fn name_of(user: PSID) -> Option<String> {
    let (mut name, mut domain) = ([0; MOST_UNITS], [0; MOST_UNITS]);
    let (mut name_units, mut domain_units) = (MOST_UNITS as u32, MOST_UNITS as u32);
    let mut kind = 0;
    if user.is_null() {
        return None;
    }
    // SAFETY: the user is valid; the call writes no more units than are told, and their numbers.
    let is_told = unsafe {
        LookupAccountSidW(
            null(),
            user,
            name.as_mut_ptr(),
            &raw mut name_units,
            domain.as_mut_ptr(),
            &raw mut domain_units,
            &raw mut kind,
        )
    };
    let text = |units: &[u16], length: u32| String::from_utf16_lossy(&units[..(length as usize).min(MOST_UNITS)]);
    let (name, domain) = (text(&name, name_units), text(&domain, domain_units));
    match is_told {
        0 => None,
        _ if domain.is_empty() => Some(name),
        _ => Some(format!("{domain}\\{name}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_an_owner_with_a_name() {
        let path = std::env::current_exe().unwrap();
        let metadata = std::fs::metadata(&path).unwrap();
        let attributes = attributes_of_file(&path, &metadata);
        assert!(
            attributes
                .iter()
                .all(|(name, value)| *name == "Owner Name" && !value.is_empty())
        );
    }
}

//! Names of system errors.

use crate::kinds::EachDirection;
use crate::value::Refusal;

/// Errors of transfers.
const NAMES: [(&str, i32); 24] = [
    ("EPERM", 1),
    ("ENOENT", 2),
    ("EINTR", 4),
    ("EIO", 5),
    ("ENXIO", 6),
    ("EBADF", 9),
    ("EAGAIN", 11),
    ("ENOMEM", 12),
    ("EACCES", 13),
    ("EFAULT", 14),
    ("EBUSY", 16),
    ("ENODEV", 19),
    ("EINVAL", 22),
    ("EFBIG", 27),
    ("ENOSPC", 28),
    ("EROFS", 30),
    ("ENODATA", 61),
    ("ETIME", 62),
    ("EILSEQ", 84),
    ("EOPNOTSUPP", 95),
    ("ETIMEDOUT", 110),
    ("ESTALE", 116),
    ("EREMOTEIO", 121),
    ("EDQUOT", 122),
];

/// Parses the lists for reads, for writes and for verification; one that is not given is empty.
pub(super) fn lists(text: &str) -> Result<EachDirection<Vec<i32>>, Refusal> {
    let mut lists = text.split(',').map(list);
    let mut next = || lists.next().unwrap_or_else(|| Ok(Vec::new()));
    let (read, write, verify) = (next()?, next()?, next()?);
    if !verify.is_empty() {
        return Err("errors of verify cannot be left aside; give lists for reads and writes".to_owned());
    }
    Ok(EachDirection {
        read,
        write,
        trim: Vec::new(),
    })
}

fn list(text: &str) -> Result<Vec<i32>, Refusal> {
    let names = text.split(':').map(str::trim).filter(|name| !name.is_empty());
    names.map(number).collect()
}

fn number(name: &str) -> Result<i32, Refusal> {
    let known = NAMES.iter().find(|(known, _)| *known == name);
    match (known, name.parse()) {
        (Some(&(_, number)), _) => Ok(number),
        (None, Ok(number)) if (1..4096).contains(&number) => Ok(number),
        _ => Err(format!("there is no error '{name}' of the system; give its number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_of_each_direction() {
        let both = lists("EAGAIN:5,ENOSPC").unwrap();
        assert_eq!((both.read, both.write), (vec![11, 5], vec![28]));
        let one = lists(",28").unwrap();
        assert_eq!((one.read, one.write), (vec![], vec![28]));
        for wrong in ["EFOO", "0", "-5", ",,EILSEQ"] {
            assert!(lists(wrong).is_err(), "{wrong}");
        }
    }
}

//! The names of data sets in files that may give them any.

use std::collections::HashSet;

use super::Member;
use crate::name::is_member;
use crate::schema::LONGEST_NAME;

/// Gives data sets whose names no data set can have, or another one of the file has, names of their own, and notes
/// those of the file.
pub(super) fn settle(members: &mut [Member]) {
    let usable = |name: &str| is_member(name).then(|| name.to_ascii_uppercase());
    // Names of the file that can stay go first.
    let mut taken: HashSet<String> = HashSet::new();
    let stays: Vec<bool> = members
        .iter()
        .map(|member| usable(&member.name).is_some_and(|name| taken.insert(name)))
        .collect();
    for (number, (member, _)) in (1..).zip(members.iter_mut().zip(stays)).filter(|it| !it.1.1) {
        let stem = stem_of(&member.name, number);
        let mut name = stem.clone();
        let mut next = 1_u64;
        while !taken.insert(name.to_ascii_uppercase()) {
            next += 1;
            let end = next.to_string();
            name = format!("{}{end}", &stem[..stem.len().min(LONGEST_NAME - end.len())]);
        }
        let of_file = std::mem::replace(&mut member.name, name);
        member.notes.push(format!(
            "its name in the file is `{}`: no data set can have that, or another one has it",
            of_file.escape_debug()
        ));
    }
}

/// Returns a name that a data set can have: with underscores for what no name has.
fn stem_of(name: &str, number: usize) -> String {
    let letters = name.trim().chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter,
        _ => '_',
    });
    let mut stem: String = letters.take(LONGEST_NAME).collect();
    if stem.is_empty() {
        return format!("DATA{number}");
    }
    if stem.starts_with(|first: char| first.is_ascii_digit()) {
        stem.insert(0, '_');
        stem.truncate(LONGEST_NAME);
    }
    stem
}

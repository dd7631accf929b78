//! The space that the files of users take.

/// The space that is left free beside the files of all jobs.
const SPARE: u64 = 16 << 20;

/// The space of a user, and that of the files that are there.
#[derive(Clone, Copy, Debug)]
pub(super) struct MixSpace {
    /// The most that the files of a user take at once.
    pub(super) of_user: u64,
    /// The files that are there, which stay from run to run.
    pub(super) present: u64,
}

impl MixSpace {
    /// Returns what must be free for so many users.
    pub(super) fn needed(&self, users: u32) -> u64 {
        let all = u64::from(users).saturating_mul(self.of_user);
        all.saturating_sub(self.present).saturating_add(SPARE)
    }

    /// Returns what the files of users can take in all, those that are there included.
    pub(super) fn room(&self, free: u64) -> u64 {
        free.saturating_sub(SPARE).saturating_add(self.present)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_who_have_room_have_what_they_need() {
        for (of_user, present) in [(1 << 20, 0), (2 << 20, 32 << 20), (300 << 20, 300 << 20)] {
            let space = MixSpace { of_user, present };
            for free in (0..40).map(|step| step * (8 << 20) + 12_345) {
                let users = u32::try_from(space.room(free) / of_user).unwrap();
                let had = u64::from(users) * of_user <= present;
                assert!(had || space.needed(users) <= free, "{users} users of {of_user}: {free}");
                assert!(space.needed(users + 1) > free, "{users} users of {of_user}: {free}");
            }
        }
    }
}

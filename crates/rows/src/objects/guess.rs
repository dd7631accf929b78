//! The calls by which keys are looked up before they are asked for.

use feedrate_program::{ObjectAction, ObjectCall};

use super::Instance;
use super::ahead::{Feed, Guesses, KeysAhead};
use super::hash_object::HashObject;
use crate::evaluation::core::Core;

impl<'s> Core<'s, '_> {
    #[inline]
    fn hash_of(&mut self, call: &ObjectCall) -> Option<&mut HashObject<'s>> {
        let number = self.values.number(call.object);
        match self.objects.instances.get_mut((number as usize).checked_sub(1)?) {
            Some(Instance::Hash(hash)) => Some(hash),
            _ => None,
        }
    }

    /// Returns whether keys are to be looked up before a call of FIND or CHECK.
    #[inline]
    pub(crate) fn are_guesses_due(&mut self, call: &ObjectCall) -> bool {
        self.hash_of(call).is_some_and(|hash| hash.guesses.are_due())
    }

    /// Returns the SET statement, among those of `feeds`, whose next rows have the keys that a call will ask for.
    pub(crate) fn feed_of_guesses<'f>(
        &mut self,
        call: &ObjectCall,
        feeds: impl Iterator<Item = Feed<'f>>,
    ) -> Option<usize> {
        let hash = self.hash_of(call)?;
        let keys = &hash.items.as_ref()?.layout.keys;
        if let (&Guesses::Untried(first), ObjectAction::Lookup(_, arguments)) = (&hash.guesses, &call.action) {
            let mut untried = feeds.filter(|feed| feed.number >= first);
            let ahead = untried.find_map(|feed| KeysAhead::new(keys, arguments, &feed));
            hash.guesses = ahead.map_or(Guesses::Without, |ahead| Guesses::Keys(Box::new(ahead)));
        }
        match &hash.guesses {
            Guesses::Keys(ahead) => Some(ahead.feed()),
            _ => None,
        }
    }

    /// Looks up the key of the vector, and those of the rows that come next in it. Where such guesses were wrong too
    /// often, the next SET statement is tried.
    pub(crate) fn guess(&mut self, call: &ObjectCall, rows: &[u8]) {
        let number = self.values.number(call.object);
        let Self { objects, values, .. } = self;
        if let Some(Instance::Hash(hash)) = objects.instances.get_mut((number as usize).wrapping_sub(1))
            && let HashObject { guesses, items, .. } = &mut **hash
            && let (Guesses::Keys(ahead), Some(items)) = (&mut *guesses, items)
            && !ahead.look(values, rows, &items.table)
        {
            *guesses = Guesses::Untried(ahead.feed() + 1);
        }
    }
}

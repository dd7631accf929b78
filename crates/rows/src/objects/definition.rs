//! New objects, and the definition of their keys and data.

use feedrate_options::MemoryRefused;
use feedrate_program::{NewHash, NumberSlot, ObjectCall, ObjectClass, SiteId, Slot, Text};

use super::ahead::Guesses;
use super::call::{NO_MEMORY, SUCCESS};
use super::hash_object::{Definition, Duplicates, HashObject, HashSettings, Items};
use super::layout::{Layout, fields};
use super::table::KeyOrder;
use super::{Instance, TableIterator};
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};

/// The approximate bytes of an object without items.
const OBJECT_BYTES: u64 = 500;

/// HASHEXP: where it is not given.
const DEFAULT_EXPONENT: u32 = 8;

/// The greatest HASHEXP:.
const GREATEST_EXPONENT: f64 = 20.0;

impl<'s> Core<'s, '_> {
    pub(super) fn new_hash(&mut self, new: &'s NewHash, site: SiteId) -> StepResult<f64> {
        let mut settings = HashSettings {
            exponent: DEFAULT_EXPONENT,
            ..HashSettings::default()
        };
        if let Some(text) = &new.ordered {
            settings.order = match self.word(text)?.to_ascii_lowercase().as_str() {
                "a" | "ascending" | "y" | "yes" => KeyOrder::Ascending,
                "d" | "descending" => KeyOrder::Descending,
                "n" | "no" => KeyOrder::Added,
                other => return Err(self.wrong_word(site, "ORDERED", "A, D, Y or N", other)),
            };
        }
        if let Some(text) = &new.multidata {
            let word = self.word(text)?;
            settings.has_lists = self.yes_or_no(site, "MULTIDATA", &word)?;
        }
        if let Some(text) = &new.duplicate {
            settings.duplicates = match self.word(text)?.to_ascii_lowercase().as_str() {
                "r" | "replace" => Duplicates::Replace,
                "e" | "error" => Duplicates::Refuse,
                other => return Err(self.wrong_word(site, "DUPLICATE", "R or E", other)),
            };
        }
        if let Some(number) = &new.exponent {
            let exponent = self.number(number)?;
            if !(0.0..=GREATEST_EXPONENT).contains(&exponent) {
                return Err(self.wrong_word(site, "HASHEXP", "a number from 0 to 20", &exponent.to_string()));
            }
            settings.exponent = exponent as u32;
        }
        if let Some(text) = &new.sum_increment {
            settings.sum_increment = Some(self.increment(text, site)?);
        }
        if let Some(text) = &new.key_sum {
            settings.key_sum = Some(self.word(text)?);
        }
        self.add_object(Instance::Hash(Box::new(HashObject {
            new,
            settings,
            key: Definition::default(),
            data: Definition::default(),
            items: None,
            guesses: Guesses::default(),
            iterators: Vec::new(),
        })))
    }

    /// Returns the numeric variable that SUMINC: names.
    fn increment(&mut self, text: &'s Text, site: SiteId) -> StepResult<NumberSlot> {
        let names = [self.word(text)?];
        let found = fields(self.step, &names).map(|fields| fields.first().map(|field| field.slot));
        match found {
            Ok(Some(Slot::Number(slot))) => Ok(slot),
            Ok(_) => {
                let what = format!("SUMINC: names {}, which is no numeric variable,", names[0]);
                Err(self.object_fault(site, &what))
            }
            Err(name) => Err(self.object_fault(site, &format!("Undeclared suminc symbol {name} for hash object"))),
        }
    }

    pub(super) fn new_iterator(&mut self, of: &'s Text, site: SiteId) -> StepResult<f64> {
        let name = self.word(of)?;
        let hash = self.hash_named(&name, site)?;
        let number = self.add_object(Instance::Iterator(TableIterator { hash, at: None }))?;
        if let Some(hash) = self.objects.hash_mut(hash) {
            hash.iterators.push(number as usize - 1);
        }
        Ok(number)
    }

    /// Returns the number, less 1, of the hash table of an object variable that is named at run time.
    pub(super) fn hash_named(&mut self, name: &str, site: SiteId) -> StepResult<usize> {
        let mut objects = self.step.objects.iter();
        let object = objects.find(|object| object.name.eq_ignore_ascii_case(name) && object.class == ObjectClass::Hash);
        let Some(object) = object else {
            return Err(self.object_fault(site, &format!("{name} is no hash object of this step,")));
        };
        let number = self.values.number(object.slot);
        match number >= 1.0 && self.objects.hash_mut(number as usize - 1).is_some() {
            true => Ok(number as usize - 1),
            false => Err(self.object_fault(site, &format!("Uninitialized object {name}"))),
        }
    }

    fn add_object(&mut self, instance: Instance<'s>) -> StepResult<f64> {
        let remedy = "delete those that are not needed any more with DELETE";
        self.memory
            .take(OBJECT_BYTES, ("The objects of the step", "need"), remedy)?;
        self.objects.instances.push(instance);
        Ok(self.objects.instances.len() as f64)
    }

    pub(super) fn delete_object(&mut self, call: &ObjectCall) -> StepResult<f64> {
        let index = self.index_of(call)?;
        let instance = match self.objects.instances.get_mut(index) {
            Some(instance) => std::mem::replace(instance, Instance::Deleted),
            None => Instance::Deleted,
        };
        match instance {
            Instance::Deleted => return Err(self.object_fault(call.site, "Uninitialized object")),
            Instance::Hash(hash) => {
                let taken = hash.items.as_ref().map_or(0, |items| items.table.taken());
                self.memory.give_back(taken);
            }
            Instance::Iterator(iterator) => {
                if let Some(hash) = self.objects.hash_mut(iterator.hash) {
                    hash.iterators.retain(|&other| other != index);
                }
            }
        }
        self.memory.give_back(OBJECT_BYTES);
        Ok(SUCCESS)
    }

    pub(super) fn define(&mut self, call: &ObjectCall, is_key: bool, names: &'s [Text]) -> StepResult<f64> {
        let mut words = Vec::with_capacity(names.len());
        for name in names {
            words.push(self.word(name)?);
        }
        self.definition(call, is_key)?.names.append(&mut words);
        Ok(SUCCESS)
    }

    pub(super) fn define_all(&mut self, call: &ObjectCall, is_key: bool, all: &'s Text) -> StepResult<f64> {
        let word = self.word(all)?;
        let is_all = self.yes_or_no(call.site, "ALL", &word)?;
        let index = self.index_of(call)?;
        if is_all
            && self
                .objects
                .hash_mut(index)
                .is_some_and(|hash| hash.new.source.is_none())
        {
            let what = "ALL: stands for the variables of DATASET:, which the hash object does not have,";
            return Err(self.object_fault(call.site, what));
        }
        self.definition(call, is_key)?.is_all = is_all;
        Ok(SUCCESS)
    }

    /// Returns the definition of the key or the data of an object that is not complete yet.
    fn definition(&mut self, call: &ObjectCall, is_key: bool) -> StepResult<&mut Definition> {
        let index = self.index_of(call)?;
        let what = match self.objects.hash_mut(index) {
            None => "Uninitialized object",
            Some(hash) if hash.items.is_some() => "The hash object was completed by DEFINEDONE before,",
            Some(_) => "",
        };
        if !what.is_empty() {
            return Err(self.object_fault(call.site, what));
        }
        match self.objects.hash_mut(index) {
            Some(hash) if is_key => Ok(&mut hash.key),
            Some(hash) => Ok(&mut hash.data),
            None => Err(Box::new(Fault::Object)),
        }
    }

    pub(super) fn define_done(&mut self, call: &ObjectCall, memory_code: Option<&'s Text>) -> StepResult<f64> {
        let wants_code = match memory_code {
            Some(text) => {
                let word = self.word(text)?;
                self.yes_or_no(call.site, "MEMRC", &word)?
            }
            None => false,
        };
        // Defined already, or not there.
        self.definition(call, true)?;
        let index = self.index_of(call)?;
        let Some(Instance::Hash(mut hash)) = self.objects.instances.get_mut(index).map(take) else {
            return Err(Box::new(Fault::Object));
        };
        let completed = self.complete(&mut hash, call.site);
        if let Some(place) = self.objects.instances.get_mut(index) {
            *place = Instance::Hash(hash);
        }
        match completed {
            Ok(()) => Ok(SUCCESS),
            Err(fault) if wants_code && matches!(fault.cause(), Fault::Memory(MemoryRefused { .. })) => Ok(NO_MEMORY),
            Err(fault) => Err(self.fault_at(call.site, fault)),
        }
    }

    /// Completes a hash table: finds its variables, and reads its data set.
    fn complete(&mut self, hash: &mut HashObject<'s>, site: SiteId) -> StepResult<()> {
        let mut source = match &hash.new.source {
            Some(source) => Some(self.open_source(source, site)?),
            None => None,
        };
        let all = source.as_ref().map(|source| source.names()).unwrap_or_default();
        for definition in [&mut hash.key, &mut hash.data] {
            if definition.is_all {
                definition.names.clone_from(&all);
            }
        }
        if hash.key.names.is_empty() {
            return Err(self.object_fault(site, "The hash object has no key, which DEFINEKEY defines,"));
        }
        let data_are_keys = hash.data.names.is_empty();
        let data = match data_are_keys {
            true => &hash.key.names,
            false => &hash.data.names,
        };
        let undeclared = |what: &str, name: &str| format!("Undeclared {what} symbol {name} for hash object");
        let keys = match fields(self.step, &hash.key.names) {
            Ok(keys) => keys,
            Err(name) => return Err(self.object_fault(site, &undeclared("key", name))),
        };
        let data = match fields(self.step, data) {
            Ok(data) => data,
            Err(name) => return Err(self.object_fault(site, &undeclared("data", name))),
        };
        let layout = Layout {
            keys,
            data,
            data_are_keys,
        };
        let mut items = Items::new(layout, &hash.settings);
        if let Some(source) = &mut source {
            let loaded = self.load(source, &mut items, &hash.settings, site);
            if loaded.is_err() {
                self.memory.give_back(items.table.taken());
            }
            loaded?;
        }
        hash.items = Some(items);
        Ok(())
    }

    fn yes_or_no(&mut self, site: SiteId, tag: &str, word: &str) -> StepResult<bool> {
        match word.to_ascii_lowercase().as_str() {
            "y" | "yes" => Ok(true),
            "n" | "no" => Ok(false),
            _ => Err(self.wrong_word(site, tag, "YES or NO", word)),
        }
    }

    fn wrong_word(&mut self, site: SiteId, tag: &str, allowed: &str, word: &str) -> Box<Fault> {
        self.object_fault(site, &format!("{tag}: takes {allowed}, and not {word},"))
    }
}

fn take<'s>(instance: &mut Instance<'s>) -> Instance<'s> {
    std::mem::replace(instance, Instance::Deleted)
}

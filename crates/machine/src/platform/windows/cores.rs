//! The cores, and those that this process may use.

use std::arch::x86_64::__cpuid;
use std::ptr::null_mut;

use windows_sys::Win32::System::Registry::{HKEY_LOCAL_MACHINE, RRF_RT_REG_SZ, RegGetValueW};
use windows_sys::Win32::System::SystemInformation::{
    GetLogicalProcessorInformationEx, LOGICAL_PROCESSOR_RELATIONSHIP, PROCESSOR_RELATIONSHIP, RelationNumaNode,
    RelationProcessorCore, RelationProcessorPackage,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, GetProcessAffinityMask};

use super::call::{from_units, structure, to_units};
use crate::platform::CoreFacts;

/// Bytes before the part of a record that its relationship decides: the relationship and the size.
const HEAD: usize = 8;

/// A group of at most 64 logical processors, and some of them.
#[derive(Clone, Copy)]
struct Mask {
    group: u16,
    processors: usize,
}

/// Returns the cores of this machine.
pub(crate) fn cores() -> Option<CoreFacts> {
    let each = cores_of_each();
    let may_use = affinity(&each);
    let count = |processors: &dyn Fn(&Mask) -> usize| -> (usize, usize) {
        let of_core = |masks: &Vec<Mask>| masks.iter().map(processors).sum::<usize>();
        let counts = each.iter().map(of_core).filter(|&count| count > 0);
        (counts.clone().count(), counts.sum())
    };
    let (physical, logical) = count(&|mask| mask.processors.count_ones() as usize);
    let (physical_available, logical_available) = count(&|mask| match may_use {
        Some(allowed) => (mask.processors & allowed).count_ones() as usize,
        None => mask.processors.count_ones() as usize,
    });
    let (virtual_machine, hypervisor) = virtual_machine();
    let number = |records: usize| (records > 0).then_some(records);
    // A process runs, so there is one processor whatever the calls say.
    Some(CoreFacts {
        logical: logical.max(1),
        physical: physical.max(1),
        logical_available: logical_available.max(1),
        physical_available: physical_available.max(1),
        topology_known: !each.is_empty(),
        sockets: number(records(RelationProcessorPackage).len()),
        numa_nodes: number(records(RelationNumaNode).len()),
        model: model(),
        virtual_machine,
        hypervisor,
    })
}

/// Returns the logical processors of each core.
fn cores_of_each() -> Vec<Vec<Mask>> {
    let all = records(RelationProcessorCore);
    all.iter().map(|record| masks(record)).collect()
}

/// Returns the logical processors that a record of a core names.
fn masks(record: &[u8]) -> Vec<Mask> {
    let body = &record[HEAD.min(record.len())..];
    // SAFETY: the structure has numbers only.
    let Some(core) = (unsafe { structure::<PROCESSOR_RELATIONSHIP>(body) }) else {
        return Vec::new();
    };
    // The masks are an array of as many elements as are told, of which the structure declares one.
    let first = size_of::<PROCESSOR_RELATIONSHIP>() - size_of_val(&core.GroupMask);
    let size = size_of_val(&core.GroupMask[0]);
    let masks = (0..usize::from(core.GroupCount)).map_while(|number| {
        let bytes = body.get(first + number * size..)?;
        // SAFETY: the structure has numbers only.
        let mask = unsafe { structure::<windows_sys::Win32::System::SystemInformation::GROUP_AFFINITY>(bytes) }?;
        Some(Mask {
            group: mask.Group,
            processors: mask.Mask,
        })
    });
    masks.collect()
}

/// Returns the records of a relationship.
fn records(relationship: LOGICAL_PROCESSOR_RELATIONSHIP) -> Vec<Vec<u8>> {
    let mut length = 0;
    // SAFETY: without a buffer the call tells the length that it needs.
    unsafe { GetLogicalProcessorInformationEx(relationship, null_mut(), &raw mut length) };
    let mut buffer = vec![0_u64; (length as usize).div_ceil(8)];
    // SAFETY: the buffer has the length that is told, aligned for all structures in it.
    let told = unsafe { GetLogicalProcessorInformationEx(relationship, buffer.as_mut_ptr().cast(), &raw mut length) };
    if told == 0 {
        return Vec::new();
    }
    let bytes: Vec<u8> = buffer.iter().flat_map(|number| number.to_ne_bytes()).collect();
    let mut rest = &bytes[..(length as usize).min(bytes.len())];
    let mut found = Vec::new();
    while let Some(size) = rest.get(4..HEAD) {
        let size = u32::from_ne_bytes(size.try_into().unwrap_or_default()) as usize;
        if size < HEAD || size > rest.len() {
            break;
        }
        found.push(rest[..size].to_vec());
        rest = &rest[size..];
    }
    found
}

/// Returns the processors that this process may use; `None` on a machine of several groups, of which the mask names
/// one only.
fn affinity(each: &[Vec<Mask>]) -> Option<usize> {
    if each.iter().flatten().any(|mask| mask.group != 0) {
        return None;
    }
    let (mut process, mut system) = (0, 0);
    // SAFETY: the call writes two numbers; the handle of the own process is always valid.
    let told = unsafe { GetProcessAffinityMask(GetCurrentProcess(), &raw mut process, &raw mut system) };
    (told != 0 && process != 0).then_some(process)
}

fn model() -> Option<String> {
    let key = to_units(r"HARDWARE\DESCRIPTION\System\CentralProcessor\0");
    let value = to_units("ProcessorNameString");
    let mut units = [0_u16; 256];
    let mut bytes = size_of_val(&units) as u32;
    // SAFETY: the texts end with zeros, and the call writes at most as many bytes as are told.
    let status = unsafe {
        RegGetValueW(
            HKEY_LOCAL_MACHINE,
            key.as_ptr(),
            value.as_ptr(),
            RRF_RT_REG_SZ,
            null_mut(),
            units.as_mut_ptr().cast(),
            &raw mut bytes,
        )
    };
    let name = from_units(&units).trim().to_owned();
    (status == 0 && !name.is_empty()).then_some(name)
}

/// Returns whether the machine is virtual, and who says so: from the processor's flag and the name of the hypervisor
/// (Intel's and AMD's manuals, `CPUID` 1 and 4000_0000H).
fn virtual_machine() -> (bool, Option<String>) {
    const HAS_HYPERVISOR: u32 = 1 << 31;
    if __cpuid(1).ecx & HAS_HYPERVISOR == 0 {
        return (false, None);
    }
    let told = __cpuid(0x4000_0000);
    let words = [told.ebx, told.ecx, told.edx];
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let name = String::from_utf8_lossy(&bytes);
    let name = name.trim_matches(['\0', ' ']);
    // Windows itself runs above Hyper-V where that is on. Only its own partition may create others: Microsoft's
    // Hypervisor Top-Level Functional Specification, 4000_0003H, EBX, bit 0.
    if name == "Microsoft Hv" && __cpuid(0x4000_0003).ebx & 1 != 0 {
        return (false, None);
    }
    let known = [
        ("Microsoft Hv", "Hyper-V"),
        ("KVMKVMKVM", "KVM"),
        ("VMwareVMware", "VMware"),
        ("VBoxVBoxVBox", "VirtualBox"),
        ("XenVMMXenVMM", "Xen"),
        ("TCGTCGTCGTCG", "QEMU"),
        ("prl hyperv", "Parallels"),
    ];
    let named = known.iter().find(|(word, _)| *word == name);
    (true, named.map(|(_, name)| (*name).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_cores() {
        let cores = cores().unwrap();
        assert!(cores.physical <= cores.logical);
        assert!(cores.physical_available <= cores.physical);
        assert!(cores.logical_available <= cores.logical);
    }
}

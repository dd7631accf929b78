//! The fingerprint that tells one machine's results from another's.
//!
//! A fingerprint holds no serial number, no address, no mount source and, unless asked for, no
//! host name. Two machines of the same make are therefore alike: different identifiers prove
//! different machines, equal ones prove only that the two are built the same.

use serde::{Deserialize, Serialize};

use crate::{BlockDevice, Cores, Memory, System, Volume};

/// The machine of a measurement, as it goes into a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// 16 hexadecimal digits over processor, cores, memory and hypervisor (see [`fnv1a`]). The
    /// kernel's release is not in it, so an update leaves the machine the same; the memory is
    /// rounded, since the kernel's own share of it varies.
    pub machine_id: String,
    /// Release of the kernel.
    pub kernel: Option<String>,
    /// Architecture (`x86_64`, `aarch64`).
    pub arch: String,
    /// Model of the processor.
    pub cpu_model: Option<String>,
    /// Processor packages.
    pub sockets: Option<usize>,
    /// Cores online.
    pub physical_cores: usize,
    /// CPUs online.
    pub logical_cores: usize,
    /// Memory in bytes.
    pub memory_bytes: Option<u64>,
    /// Who simulates the machine, where that is told.
    pub hypervisor: Option<String>,
    /// Host name, only where it was asked for.
    pub host: Option<String>,
    /// The volumes measured.
    pub volumes: Vec<VolumePrint>,
}

/// A volume in a fingerprint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VolumePrint {
    /// 16 hexadecimal digits over all that follows.
    pub volume_id: String,
    /// File system type.
    pub fs_type: String,
    /// Size in bytes.
    pub size_bytes: Option<u64>,
    /// The disks at the ends of its device tree, sorted.
    pub disks: Vec<DiskPrint>,
}

/// A disk in a fingerprint.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DiskPrint {
    /// Model.
    pub model: Option<String>,
    /// Size in bytes.
    pub size_bytes: Option<u64>,
    /// The transport that attaches it.
    pub transport: Option<String>,
    /// Who simulates it.
    pub virtual_by: Option<String>,
}

impl Fingerprint {
    /// Of a machine and the volumes measured on it, each with its devices.
    pub fn new(system: &System, cores: &Cores, memory: &Memory, volumes: &[(&Volume, &[BlockDevice])]) -> Self {
        let mut fingerprint = Self {
            machine_id: String::new(),
            kernel: system.kernel_release(),
            arch: std::env::consts::ARCH.to_owned(),
            cpu_model: cores.model.clone(),
            sockets: cores.sockets,
            physical_cores: cores.physical,
            logical_cores: cores.logical,
            memory_bytes: memory.total_bytes,
            hypervisor: cores.hypervisor.clone(),
            host: None,
            volumes: volumes
                .iter()
                .map(|(volume, devices)| VolumePrint::new(volume, devices))
                .collect(),
        };
        fingerprint.machine_id = fingerprint.hash();
        fingerprint
    }

    fn hash(&self) -> String {
        identifier(&[
            ("arch", Some(self.arch.clone())),
            ("cpu_model", self.cpu_model.clone()),
            ("sockets", self.sockets.map(|n| n.to_string())),
            ("physical_cores", Some(self.physical_cores.to_string())),
            ("logical_cores", Some(self.logical_cores.to_string())),
            ("memory", self.memory_bytes.map(|n| rounded_memory(n).to_string())),
            ("hypervisor", self.hypervisor.clone()),
        ])
    }
}

impl VolumePrint {
    fn new(volume: &Volume, devices: &[BlockDevice]) -> Self {
        let mut leaves: Vec<&BlockDevice> = devices.iter().flat_map(BlockDevice::leaves).collect();
        leaves.sort_unstable_by_key(|leaf| leaf.number);
        leaves.dedup_by_key(|leaf| leaf.number);
        let mut disks: Vec<DiskPrint> = leaves
            .into_iter()
            .map(|leaf| DiskPrint {
                model: leaf.origin.model.clone(),
                size_bytes: leaf.size_bytes,
                transport: leaf.origin.transport.clone(),
                virtual_by: leaf.origin.virtual_by.clone(),
            })
            .collect();
        // The order of names and numbers changes from boot to boot.
        disks.sort_unstable();
        let size_bytes = volume.space.map(|space| space.total_bytes);
        let mut fields = vec![
            ("fs_type", Some(volume.fs_type.clone())),
            ("size", size_bytes.map(|n| n.to_string())),
        ];
        for disk in &disks {
            fields.push(("model", disk.model.clone()));
            fields.push(("disk_size", disk.size_bytes.map(|n| n.to_string())));
            fields.push(("transport", disk.transport.clone()));
            fields.push(("virtual_by", disk.virtual_by.clone()));
        }
        Self {
            volume_id: identifier(&fields),
            fs_type: volume.fs_type.clone(),
            size_bytes,
            disks,
        }
    }
}

/// The kernel keeps a few percent of the installed memory to itself, and not always the same, so
/// the next multiple of an eighth of the next power of two stands for what is installed.
fn rounded_memory(bytes: u64) -> u64 {
    let step = (bytes.checked_next_power_of_two().unwrap_or(1 << 63) / 8).max(1);
    bytes.div_ceil(step).saturating_mul(step)
}

/// Hash of `name=value` lines; a missing value leaves its line out. Line ends within a value would
/// let two lists of fields be one text, so they are spaces.
fn identifier(fields: &[(&str, Option<String>)]) -> String {
    let text: String = fields
        .iter()
        .filter_map(|(name, value)| Some((name, value.as_ref()?)))
        .map(|(name, value)| format!("{name}={}\n", value.replace('\n', " ")))
        .collect();
    format!("{:016x}", fnv1a(text.as_bytes()))
}

/// FNV-1a with 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>): stable over versions and
/// machines, good enough to tell machines apart, and no protection against forgery.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv_of_the_published_vectors() {
        assert_eq!(fnv1a(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn memory_is_that_installed() {
        const GIB: u64 = 1 << 30;
        assert_eq!(rounded_memory(125 * GIB + 77), 128 * GIB);
        assert_eq!(rounded_memory(126 * GIB + 5), 128 * GIB);
        assert_eq!(rounded_memory(376 * GIB), 384 * GIB);
        assert_eq!(rounded_memory(0), 0);
        rounded_memory(u64::MAX);
    }
}

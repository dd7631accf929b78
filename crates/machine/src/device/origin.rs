//! Who made a disk and how it is attached.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::System;

/// Who made a disk and how it is attached. Serial numbers and addresses are never read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Maker, where the bus tells one apart from the model (SCSI).
    pub vendor: Option<String>,
    /// Model.
    pub model: Option<String>,
    /// Kernel driver right above the disk (`nvme`, `sd`, `virtio_blk`).
    pub driver: Option<String>,
    /// The transport that attaches it: `pcie`, `tcp`, `rdma`, `fc`, `iscsi`, `sata`, `sas`, `usb`, `virtio`, `xen`,
    /// `hyper-v`, `mmc`.
    pub transport: Option<String>,
    /// Who simulates the disk (`virtio`, `VMware`, `Amazon EC2`, …); missing when nothing shows
    /// that anybody does. What such a disk says of itself, spinning above all, is not known to it.
    pub virtual_by: Option<String>,
}

impl Origin {
    pub(super) fn read(system: &System, folder: &str) -> Self {
        let device = format!("{folder}/device");
        let text = |file: &str| system.text(format!("{device}/{file}"));
        // A virtio device's `vendor` is its PCI number.
        let vendor = text("vendor").filter(|vendor| !vendor.starts_with("0x"));
        let model = text("model").or_else(|| {
            // MMC cards tell a name; elsewhere `name` is something else.
            text("type").filter(|kind| kind == "MMC" || kind == "SD")?;
            text("name")
        });
        let driver = system.resolved_name(format!("{device}/driver"));
        let place = system.resolve(folder);
        let transport = nvme_transport(system, &device).or_else(|| place.as_deref().and_then(bus).map(str::to_owned));
        Self {
            vendor,
            model,
            driver,
            transport,
            virtual_by: None,
        }
        .with_simulator()
    }

    /// Returns it with who simulates the disk, as far as its own words show it.
    pub(crate) fn with_simulator(self) -> Self {
        let word = |word: &Option<String>| word.clone().unwrap_or_default();
        let simulated = simulator(
            &word(&self.vendor),
            &word(&self.model),
            &word(&self.driver),
            &word(&self.transport),
        );
        Self {
            virtual_by: simulated.map(str::to_owned),
            ..self
        }
    }
}

/// `transport` of the NVMe controller; with native multipath the subsystem is between, and its
/// controllers (`nvme0`, `nvme1`) are folders in it.
fn nvme_transport(system: &System, device: &str) -> Option<String> {
    system.text(format!("{device}/transport")).or_else(|| {
        system
            .names(device)
            .iter()
            .filter(|name| name.starts_with("nvme"))
            .find_map(|name| system.text(format!("{device}/{name}/transport")))
    })
}

/// Returns the transport of a disk by the names on its way through the device tree. The nearest to the disk decides: a
/// virtio SCSI disk hangs on PCI, too.
fn bus(place: &Path) -> Option<&'static str> {
    const MARKS: &[(&str, &str)] = &[
        ("usb", "usb"),
        ("ata", "sata"),
        ("rport-", "fc"),
        ("session", "iscsi"),
        ("end_device-", "sas"),
        ("virtio", "virtio"),
        ("vbd-", "xen"),
        ("VMBUS:", "hyper-v"),
        ("vmbus_", "hyper-v"),
        ("mmc", "mmc"),
    ];
    let mut names = place.iter().rev().filter_map(|name| name.to_str());
    names.next();
    names.find_map(|name| {
        MARKS.iter().find_map(|&(mark, bus)| {
            let rest = name.strip_prefix(mark)?;
            let exact = mark.ends_with(['-', ':', '_']);
            (exact || rest.starts_with(|c: char| c.is_ascii_digit())).then_some(bus)
        })
    })
}

/// Who simulates a disk, as far as its own words show it.
fn simulator(vendor: &str, model: &str, driver: &str, transport: &str) -> Option<&'static str> {
    let model_has = |word: &str| model.contains(word);
    match (vendor, transport, driver) {
        (_, "virtio", _) | (_, _, "virtio_blk") => Some("virtio"),
        (_, "xen", _) | ("Xen", ..) => Some("Xen"),
        ("VMware" | "VMware,", ..) => Some("VMware"),
        ("Msft", ..) | (_, "hyper-v", _) => Some("Hyper-V"),
        ("QEMU", ..) => Some("QEMU"),
        ("Google", ..) => Some("Google Cloud"),
        _ if model_has("QEMU") => Some("QEMU"),
        _ if model_has("VMware") => Some("VMware"),
        _ if model_has("VBOX") => Some("VirtualBox"),
        // Instance storage of EC2 is a real disk behind a virtual controller; both say EC2.
        _ if model_has("Amazon") => Some("Amazon EC2"),
        _ if model_has("nvme_card") || model_has("PersistentDisk") => Some("Google Cloud"),
        _ if model_has("MSFT NVMe") || model_has("Microsoft NVMe") => Some("Azure"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_bus_decides() {
        let bus = |place: &str| bus(Path::new(place));
        assert_eq!(
            bus("/sys/devices/pci0000:00/0000:00:05.0/virtio2/host0/target0:0:0/0:0:0:0/block/sda"),
            Some("virtio")
        );
        assert_eq!(
            bus("/sys/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/block/sda"),
            Some("sata")
        );
        assert_eq!(
            bus("/sys/devices/pci0000:00/0000:00:14.0/usb2/2-1/2-1:1.0/host4/target4:0:0/4:0:0:0/block/sdb"),
            Some("usb")
        );
        assert_eq!(
            bus("/sys/devices/platform/host3/session1/target3:0:0/3:0:0:1/block/sdc"),
            Some("iscsi")
        );
        assert_eq!(bus("/sys/devices/virtual/block/dm-0"), None);
    }

    #[test]
    fn simulators() {
        assert_eq!(simulator("VMware", "Virtual disk", "sd", ""), Some("VMware"));
        assert_eq!(
            simulator("", "Amazon Elastic Block Store", "nvme", "pcie"),
            Some("Amazon EC2")
        );
        assert_eq!(simulator("", "Samsung SSD 980", "nvme", "pcie"), None);
        assert_eq!(simulator("ATA", "VBOX HARDDISK", "sd", "sata"), Some("VirtualBox"));
    }
}

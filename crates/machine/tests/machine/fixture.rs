//! A machine made of files in a temporary folder.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use feedrate_machine::{DeviceNumber, PathLocation, System, Volume};
use tempfile::TempDir;

pub struct Machine {
    folder: TempDir,
}

impl Machine {
    pub fn new() -> Self {
        Self {
            folder: TempDir::new().expect("a temporary folder"),
        }
    }

    pub fn system(&self) -> System {
        System::at(self.folder.path())
    }

    /// Writes a file with all folders above it.
    pub fn file(&self, path: impl AsRef<str>, text: impl AsRef<[u8]>) -> &Self {
        let location = self.system().locate(path.as_ref());
        fs::create_dir_all(location.parent().expect("a parent")).expect("folders");
        fs::write(location, text).expect("a file");
        self
    }

    /// Several files of one folder.
    pub fn files(&self, folder: impl AsRef<str>, files: &[(&str, &str)]) -> &Self {
        for (name, text) in files {
            self.file(format!("{}/{name}", folder.as_ref()), text);
        }
        self
    }

    pub fn folder(&self, path: impl AsRef<str>) -> &Self {
        fs::create_dir_all(self.system().locate(path.as_ref())).expect("folders");
        self
    }

    /// A relative link, as sysfs has them.
    pub fn link(&self, path: impl AsRef<str>, target: impl AsRef<str>) -> &Self {
        let path = path.as_ref();
        let location = self.system().locate(path);
        fs::create_dir_all(location.parent().expect("a parent")).expect("folders");
        let up = "../".repeat(Path::new(path).components().count() - 2);
        symlink(format!("{up}{}", target.as_ref().trim_start_matches('/')), location).expect("a link");
        self
    }

    /// A block device at its place below `/sys/devices`, with the links that lead to it.
    pub fn block(&self, location: &str, number: &str, files: &[(&str, &str)]) -> &Self {
        let folder = format!("/sys/devices/{location}");
        let name = location.rsplit('/').next().expect("a name");
        self.file(format!("{folder}/dev"), format!("{number}\n"))
            .files(&folder, files)
            .link(format!("/sys/dev/block/{number}"), &folder)
            .link(format!("/sys/class/block/{name}"), &folder)
    }

    /// Says that a device is made of another one.
    pub fn slave(&self, location: &str, of: &str) -> &Self {
        let name = of.rsplit('/').next().expect("a name");
        self.link(
            format!("/sys/devices/{location}/slaves/{name}"),
            format!("/sys/devices/{of}"),
        )
    }

    pub fn mounts(&self, lines: &[&str]) -> &Self {
        self.file("/proc/self/mountinfo", lines.join("\n") + "\n")
    }

    /// The volume of a path, by its name alone.
    pub fn volume(&self, path: &str) -> Volume {
        Volume::at(&self.system(), &PathLocation::named(path))
    }
}

/// An NVMe disk as a server has it.
pub const NVME: &[(&str, &str)] = &[
    ("size", "7501476528\n"),
    ("ro", "0\n"),
    ("stat", "  100  0  800  50  10  0  80  20  0  70  70  0 0 0 0 0 0\n"),
    ("queue/rotational", "0\n"),
    ("queue/scheduler", "[none] mq-deadline kyber \n"),
    ("queue/read_ahead_kb", "128\n"),
    ("queue/write_cache", "write through\n"),
    ("queue/logical_block_size", "512\n"),
    ("queue/physical_block_size", "4096\n"),
    ("queue/minimum_io_size", "4096\n"),
    ("queue/optimal_io_size", "0\n"),
    ("queue/max_sectors_kb", "256\n"),
    ("queue/max_hw_sectors_kb", "256\n"),
    ("queue/max_segments", "65\n"),
    ("queue/nr_requests", "1023\n"),
    ("queue/discard_max_bytes", "2199023255040\n"),
    ("queue/iostats", "1\n"),
];

pub fn number(text: &str) -> DeviceNumber {
    text.parse().expect("a device number")
}

/// Where the first and second NVMe disk of a server are.
pub const NVME0: &str = "pci0000:40/0000:40:01.1/0000:41:00.0/nvme/nvme0/nvme0n1";
pub const NVME1: &str = "pci0000:40/0000:40:01.2/0000:42:00.0/nvme/nvme1/nvme1n1";

/// A server with two NVMe disks: a partition on each, a RAID of both, an LVM volume on that.
pub fn lvm_on_raid() -> Machine {
    let machine = Machine::new();
    for (location, disk, part, controller) in [(NVME0, "259:0", "259:2", "nvme0"), (NVME1, "259:1", "259:3", "nvme1")] {
        let above = location.rsplit_once('/').expect("a controller").0;
        machine
            .block(location, disk, NVME)
            .block(
                &format!("{location}/{}p1", location.rsplit('/').next().expect("a name")),
                part,
                &[("partition", "1\n"), ("size", "7501474480\n"), ("ro", "0\n")],
            )
            .link(
                format!("/sys/devices/{location}/device"),
                format!("/sys/devices/{above}"),
            )
            .files(
                format!("/sys/devices/{above}"),
                &[
                    ("model", "SAMSUNG MZQL23T8HCLS-00A07              \n"),
                    ("serial", "S64HNE0R000000      \n"),
                    ("transport", "pcie\n"),
                ],
            )
            .folder("/sys/bus/pci/drivers/nvme")
            .link(format!("/sys/devices/{above}/driver"), "/sys/bus/pci/drivers/nvme");
        assert!(above.ends_with(controller));
    }
    machine
        .block(
            "virtual/block/md127",
            "9:127",
            &[
                ("size", "15002685440\n"),
                ("ro", "0\n"),
                ("md/level", "raid0\n"),
                ("md/raid_disks", "2\n"),
                ("md/chunk_size", "524288\n"),
                ("queue/rotational", "0\n"),
                ("queue/scheduler", "none\n"),
                ("queue/read_ahead_kb", "2048\n"),
            ],
        )
        .slave("virtual/block/md127", &format!("{NVME0}/nvme0n1p1"))
        .slave("virtual/block/md127", &format!("{NVME1}/nvme1n1p1"))
        .block(
            "virtual/block/dm-0",
            "253:0",
            &[
                ("size", "10737418240\n"),
                ("ro", "0\n"),
                ("dm/name", "vg_sas-data\n"),
                ("dm/uuid", "LVM-Xy0pVyOGLu1TjGG1nd2SfFvnrB5cG0zIyLyZxNQTXzcLo1n\n"),
                ("queue/rotational", "0\n"),
                ("queue/read_ahead_kb", "4096\n"),
                ("queue/iostats", "1\n"),
                ("stat", "1 0 8 1 1 0 8 1 0 2 2\n"),
            ],
        )
        .slave("virtual/block/dm-0", "virtual/block/md127");
    machine
}

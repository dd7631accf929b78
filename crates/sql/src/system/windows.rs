//! Windows.

/// Does nothing: the heap is one for all threads, and returns large free parts to the system by itself.
pub(crate) fn trim_heap() {}

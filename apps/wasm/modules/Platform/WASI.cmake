# A system without shared libraries; everything else is said by the toolchain file.

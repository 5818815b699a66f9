A .kir file takes the place of C, with --emit.

  $ cat > axpy.kir <<'END'
  > END

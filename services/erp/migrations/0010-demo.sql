-- How far the demonstration data have come, so that a start that was killed in the middle goes on where it stopped.
create table oficina.demo (
  orden int2 primary key,
  empresa_id int8 not null
);
create table oficina.demo_avance (
  empresa_id int8 not null,
  paso text not null,
  hechas int8 not null,
  primary key (empresa_id, paso)
);

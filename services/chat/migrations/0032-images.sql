-- Uploaded files that are images, and how far their thumbnails are.
create table image_attachment (
  realm_id bigint not null,
  attachment_id bigint not null,
  -- In pixels, after the rotation that the file asks for.
  width int not null,
  height int not null,
  is_animated boolean not null,
  state text not null default 'pending' check (state in ('pending', 'ready', 'failed')),
  -- Whether every message that shows a placeholder was told of the state.
  is_told boolean not null default false,
  attempts int not null default 0,
  -- When somebody may begin, or begin again after whoever began first was lost.
  due_at timestamptz not null,
  primary key (realm_id, attachment_id),
  foreign key (realm_id, attachment_id) references attachment on delete cascade
);
create index on image_attachment (due_at) where not is_told;

-- What people are told in a chat leaves as mails and webhooks do.
alter table oficina.salida drop constraint salida_tipo_check,
  add constraint salida_tipo_check check (tipo in ('correo', 'webhook', 'chat'));

-- Who is the operator decides about writes to his user, which the service's role checks.
grant select on oficina.operador to oficina_erp_app;

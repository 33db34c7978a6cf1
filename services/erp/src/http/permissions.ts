import { mayDo, type Rights } from '../identity/rights.ts'
import type { Model, Registry } from '../dictionary/types.ts'
import { bumpPermissionVersion } from '../store/user-store.ts'
import type { Exchange } from './context.ts'
import { sendData } from './envelope.ts'

/**
 * GET /auth/permissions: what the user may see or do, for menus and buttons. Models without any right are left out.
 * @source docs/contract/erp.md, Authentication endpoints
 */
export async function permissions({ tools, reply, caller }: Exchange) {
  return sendData(reply, { modules: visibleModules(tools.registry, caller.rights) })
}

/** POST /auth/permissions/invalidate: the next request of this user, in any process, sees its rights anew. */
export async function invalidatePermissions({ tools, reply, caller }: Exchange) {
  await bumpPermissionVersion(tools.database, caller.empresa, caller.usuarioId)
  return sendData(reply, { invalidated: true })
}

function visibleModules(registry: Registry, rights: Rights) {
  return registry.modules
    .map(({ name, label, models }) => ({
      name,
      label,
      models: models.flatMap((modelName) => {
        const model = registry.models.get(modelName)
        return model === undefined ? [] : visibleModel(model, rights)
      }),
    }))
    .filter(({ models }) => models.length > 0)
}

function visibleModel(model: Model, rights: Rights) {
  const allows = (operation: 'create' | 'update' | 'delete', right: string) =>
    model.operations.includes(operation) && mayDo(rights, model, right)
  const entry = {
    name: model.name,
    label: model.label,
    level: model.level,
    read: mayDo(rights, model, 'leer'),
    create: allows('create', 'crear'),
    update: allows('update', 'modificar'),
    delete: allows('delete', 'eliminar'),
    actions: model.actions
      .filter((action) => mayDo(rights, model, action))
      .map((name) => ({ name })),
  }
  const isVisible =
    entry.read || entry.create || entry.update || entry.delete || entry.actions.length > 0
  return isVisible ? [entry] : []
}

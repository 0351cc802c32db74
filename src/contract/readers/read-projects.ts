import { idOf, isObject, nonEmptyText, own } from '../json.ts'

/** A project of a board, by its name. */
export interface NamedProject {
  id: string
  name: string
}

const MAX_PROJECTS = 200

/** The field `projects` of a board, or of the error that asks for one. Never throws. [gap G29] */
export function readProjects(json: unknown): readonly NamedProject[] {
  const list = isObject(json) ? own(json, 'projects') : undefined
  if (!Array.isArray(list)) return []
  return list.slice(0, MAX_PROJECTS).flatMap((item) => {
    const id = isObject(item) ? idOf(own(item, 'id')) : undefined
    const name = isObject(item) ? nonEmptyText(own(item, 'name')) : undefined
    return id === undefined || name === undefined ? [] : [{ id, name }]
  })
}

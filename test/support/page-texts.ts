import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const CATALOGS = fileURLToPath(new URL('../../src/messages', import.meta.url))

/** A constant text of the page in one language, by the name of its export. */
export type PageTexts = (name: string) => string

/** @param change what becomes of each text. */
export async function textsIn(
  language: string,
  change = (text: string) => text,
): Promise<PageTexts> {
  const folder = join(CATALOGS, language)
  const files = readdirSync(folder).map((name) => pathToFileURL(join(folder, name)).href)
  const catalogs: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ file)),
  )
  const constants = catalogs
    .flatMap((catalog) => Object.entries(catalog))
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const texts = new Map(constants)
  return (name) => {
    const text = texts.get(name)
    if (text === undefined) throw new Error(`No catalog in ${language} has ${name}.`)
    return change(text)
  }
}

export const NO_UNRECOGNIZED_DATA = 'Bisher keine unbekannten Daten.'
export const NO_UNRECOGNIZED_DATA_FOR_KEY = 'Bisher keine unbekannten Daten zu diesem Schlüssel.'
export const UNRECOGNIZED_HINT =
  'Seit diese Seite geöffnet ist, hat der Dienst Daten gesendet, mit denen diese App nichts anfangen kann. Text wird so angezeigt, wie er ankam, zusätzliche Felder werden ignoriert, und nicht lesbare Daten werden gezählt und nie überschrieben. Die Liste kann allen helfen, die den Dienst betreiben oder an dieser App arbeiten.'
export const COPY_HINT =
  'Die Liste enthält Teile der Daten des Dienstes, aber keinen deiner Schlüssel. Lies sie, bevor du sie weitergibst.'
export const COPIED = 'Kopiert.'
export const COPY_BY_HAND =
  'Dieser Browser erlaubt der Seite das Kopieren nicht. Der Text ist ausgewählt und lässt sich von Hand kopieren.'

export function unrecognizedForKey(count: number): string {
  return `${count === 1 ? '1 unbekannter Eintrag' : `${count} unbekannte Einträge`} zu diesem Schlüssel.`
}

export function timesSeen(count: number): string {
  return count === 1 ? 'einmal' : `${count}-mal`
}

/** [gap G18] */
export function cardLabelsRoleUnknown(role: string): string {
  return `Der Dienst hat nicht angegeben, ob die Rolle ${role} die Labels einer Karte ändern darf.`
}

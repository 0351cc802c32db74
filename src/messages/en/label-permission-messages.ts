/** [gap G18] */
export function cardLabelsRoleUnknown(role: string): string {
  return `The service didn’t report whether ${role} can change a card’s labels.`
}

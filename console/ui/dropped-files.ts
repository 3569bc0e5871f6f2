/** Puts files that are dropped beside the file field into the field: the browser itself would leave the page for them. */
export function takeFiles(event: DragEvent): void {
  const { currentTarget, target, dataTransfer, type } = event;
  const isField = target instanceof HTMLInputElement && target.type === 'file';
  if (isField || dataTransfer?.types.includes('Files') !== true || !(currentTarget instanceof Element)) return;
  event.preventDefault();
  const field = currentTarget.querySelector<HTMLInputElement>('input[type=file]');
  if (type === 'drop' && field !== null) field.files = dataTransfer.files;
}

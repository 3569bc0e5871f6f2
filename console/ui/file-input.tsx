import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface FileInputProps {
  readonly name?: string;
  readonly accept?: string;
  readonly required?: boolean | undefined;
  readonly multiple?: boolean;
  readonly onFiles?: (files: readonly File[]) => void;
}

/** A field for files with words of its own, in place of the browser's. All of its area takes clicks, keys and dropped files. */
export function FileInput({ onFiles, ...input }: FileInputProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isOver, setOver] = useState(false);
  const change = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    const chosen = [...(currentTarget.files ?? [])];
    setFiles(chosen);
    onFiles?.(chosen);
  };
  return (
    <span
      class={`drop${isOver ? ' over' : ''}`}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      <Icon name={files.length === 0 ? 'up' : 'file'} />
      <span>
        {files.length > 0
          ? files.map(({ name, size }) => `${name}, ${sizeText(size)}`).join(' · ')
          : input.multiple === true
            ? 'Drop files here, or choose some'
            : 'Drop a file here, or choose one'}
      </span>
      <input type="file" {...input} onChange={change} />
    </span>
  );
}

/** `12 kB`, of a number of bytes. */
const sizeText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

import { Fact, Facts } from '../../../platform/ui/facts.tsx';
import { shownName } from '../../../platform/ui/file-name.tsx';
import { sizeInWords } from '../../../platform/ui/file-size.ts';
import { Panel } from '../../../platform/ui/panel.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { UrlText } from '../../../platform/ui/url-text.tsx';
import { CopyButton } from '../../../platform/web/feedback/copy-button.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { PublishedFile } from '../contract/shapes.ts';
import styles from './file-screen.module.css';
import { linkTo } from './link-to.ts';

export function FileFacts({ file }: { file: PublishedFile }) {
  const { adGroups, ipAddresses } = file.authConfig;
  const link = linkTo(file._id);
  return (
    <Panel>
      <Facts wide>
        <Fact term="Link">
          <span className={styles.link}>
            <span>
              <UrlText>{link}</UrlText>
            </span>
            <CopyButton text={link} label="Copy the link" />
          </span>
        </Fact>
        <Fact term="Path">{shownName(file.filepath)}</Fact>
        <Fact term="Groups">
          {adGroups.length === 0
            ? 'Everyone who is signed in'
            : adGroups.map((name) => <Tag key={name}>{name}</Tag>)}
        </Fact>
        <Fact term="Addresses">
          {ipAddresses.length === 0 ? 'From anywhere' : ipAddresses.map((one) => <Tag key={one}>{one}</Tag>)}
        </Fact>
        <Fact term="Owner type">{file.ownerType}</Fact>
        <Fact term="Content type">{file.contentType}</Fact>
        <Fact term="Content">
          {file.mediaType}, {sizeInWords(file.bytes)}
        </Fact>
        <Fact term="Published">
          <CampusTime value={file.createdAt} /> by {file.createdBy}
        </Fact>
        {file.retiresAt !== null && (
          <Fact term="Expires">
            <CampusTime value={file.retiresAt} style="date" />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}
